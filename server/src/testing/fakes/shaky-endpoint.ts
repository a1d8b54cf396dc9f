import { request } from 'node:http'
import { openLocalServer } from './local-server.ts'

/**
 * What becomes of a request: `pass` it on; `fail` with 502 before our endpoint sees it; `cut` before it does; `lose` the answer, and
 * `stall` it, after our endpoint has given it.
 */
export type Trouble = 'pass' | 'fail' | 'cut' | 'lose' | 'stall'

/** An address in front of our endpoint, which has each of these troubles once, in order, and then none. */
export async function openShakyEndpoint(origin: string): Promise<ShakyEndpoint> {
  const troubles: Trouble[] = []
  const answered: number[] = []
  const server = await openLocalServer((asked, answer) => {
    const trouble = troubles.shift() ?? 'pass'
    if (trouble === 'cut') return void asked.socket.destroy()
    if (trouble === 'fail') return void answer.writeHead(502).end()
    const { method, headers, url } = asked
    const behind = request(new URL(url ?? '/', origin), { method, headers }, (from) => {
      answered.push(from.statusCode ?? 0)
      if (trouble === 'lose') asked.socket.destroy()
      if (trouble !== 'pass') return void from.resume()
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    behind.on('error', () => asked.socket.destroy())
    asked.pipe(behind)
  })
  return {
    origin: `http://${server.host}`,
    troubles,
    answered,
    [Symbol.asyncDispose]: () => server.close(),
  }
}

interface ShakyEndpoint extends AsyncDisposable {
  readonly origin: string
  readonly troubles: Trouble[]
  /** What our endpoint answered, also where the sender did not hear it. */
  readonly answered: number[]
}
