/** Calls of one person to an organization, over one open connection, by the organization's name (not resolved here). */
import { Agent, request } from 'node:http'

interface Call {
  readonly token: string
  readonly path: string
  readonly method?: string
  readonly body?: string | undefined
  /** The content type of the body; JSON by default. */
  readonly type?: string
}

interface Answer {
  readonly status: number | undefined
  readonly text: string
}

/** @returns A function that makes a call and returns the answer's body; a status other than 200 is an error. */
export function openTenantClient(port: number, label: string): (call: Call) => Promise<unknown> {
  const ask = openPlainClient(port, label)
  return async (call) => {
    const { status, text } = await ask(call)
    if (status !== 200) throw new Error(`${call.path}: ${status} ${text}`)
    return JSON.parse(text) as unknown
  }
}

/** @returns A function that makes a call and returns any answer. */
export function openPlainClient(port: number, label: string): (call: Call) => Promise<Answer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return ({ token, path, method = 'GET', body, type = 'application/json' }) => {
    const headers = {
      host: `${label}.verbatim.localhost:${port}`,
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': type }),
    }
    return new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', method, path, headers, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('end', () => resolve({ status: response.statusCode, text }))
      })
        .on('error', reject)
        .end(body)
    })
  }
}
