/// <reference lib="dom" />
/** Statuses whose answers have no body; `Response` refuses a body for them. */
const bodiless = [204, 205, 304]

/**
 * Sends a request like `fetch`, and reports the share of its body that was sent, from 0 to 1: browsers report this only for
 * this older interface.
 */
export function upload(url: string, init: RequestInit, progress: (share: number) => void): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const fail = () => reject(new TypeError('The request could not be sent'))
    request.open(init.method ?? 'GET', url)
    new Headers(init.headers).forEach((value, name) => request.setRequestHeader(name, value))
    request.responseType = 'blob'
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('error', fail)
    request.addEventListener('abort', () => reject(init.signal?.reason as Error))
    request.addEventListener('load', () => resolve(toResponse(request)))
    request.addEventListener('loadend', () => init.signal?.removeEventListener('abort', abort))
    init.signal?.addEventListener('abort', abort, { once: true })
    if (init.signal?.aborted) return reject(init.signal.reason as Error)
    request.send(init.body as XMLHttpRequestBodyInit | null | undefined)
  })
}

function toResponse(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const headers = request
    .getAllResponseHeaders()
    .trim()
    .split(/[\r\n]+/)
    .filter(Boolean)
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(':')),
      line.slice(line.indexOf(':') + 1).trim(),
    ])
  const body = bodiless.includes(status) ? null : (request.response as Blob)
  return new Response(body, { status, statusText, headers })
}
