import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { openLocalServer } from './local-server.ts'

/** A row of a fake provider's data: whose it is, and who may see it. */
export interface FakeRow {
  readonly tenantId: string
  readonly profileId: string
  readonly words: string
}

export interface FakeRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface FakeAnswer {
  readonly status?: number
  readonly json?: unknown
  readonly html?: string
  readonly said?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
}

/** How every question is answered for as long as it is set: with a status, with a redirect, or never. */
type Failing = { readonly status: number } | { readonly location: string } | 'silent'

export interface EmbeddingServer {
  /** `localhost:PORT`, as hosts are named in the configuration. */
  readonly host: string
  readonly address: string
  /** The paths that were asked for, in order. */
  readonly asked: string[]
  failing: Failing | undefined
  /** Every question is answered only after this. */
  held: Promise<void> | undefined
  /** Ends the connections of those who wait. */
  hangUp(): void
  close(): Promise<void>
}

/** A server on this machine, of which a fake provider gives the answers. */
export async function openEmbeddingServer(
  answerTo: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
): Promise<EmbeddingServer> {
  const server = await openLocalServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', fake.address)
      fake.asked.push(url.pathname)
      const body = await text(request)
      await fake.held
      const { failing } = fake
      if (failing === 'silent') return
      const { method = 'GET', headers } = request
      const answer = failing ? failed(failing) : await answerTo({ method, url, headers, body })
      const { status = 200, json, html, said = '' } = answer
      const type = json !== undefined ? 'application/json' : html !== undefined ? 'text/html' : 'text/plain'
      response
        .writeHead(status, {
          'content-type': `${type}; charset=utf-8`,
          connection: 'close',
          ...answer.headers,
        })
        .end(json === undefined ? (html ?? said) : JSON.stringify(json))
    })()
  })
  const { port } = server
  const fake: EmbeddingServer = {
    host: `localhost:${port}`,
    address: `http://localhost:${port}`,
    asked: [],
    failing: undefined,
    held: undefined,
    hangUp: () => server.hangUp(),
    close: () => server.close(),
  }
  return fake
}

const failed = (failing: Exclude<Failing, 'silent'>): FakeAnswer =>
  'status' in failing ? { status: failing.status } : { status: 302, headers: { location: failing.location } }

export const notFound: FakeAnswer = { status: 404, json: { message: 'Not found.' } }

/** A dashboard as a reader sees it: a line for each row. */
export const rowsPage = (title: string, rows: readonly FakeRow[]): string =>
  `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${rowsList(rows)}</html>`

export const rowsList = (rows: readonly FakeRow[]): string =>
  `<p>${rows.length} rows</p><ul>${rows.map(({ words }) => `<li>${words}</li>`).join('')}</ul>`
