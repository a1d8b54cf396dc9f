/**
 * Run by `load.ts` in a separate process. It implements only the HTTP that it needs, on plain sockets, so that its use of
 * the machine is small and the same for the product and for its floor.
 */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { once } from 'node:events'
import type { Load, LoadResult } from './load.ts'
import { makeMessages, seeded } from './texts.ts'
import { formOf } from './webhook-forms.ts'

const [load] = (await once(process, 'message')) as [Load]
const requests = prepare(load)
process.send?.('prepared')
await once(process, 'message')
process.send?.(await run(load, requests))
process.disconnect()

function prepare(load: Load): Buffer[] {
  const { port, path, publicBaseUrl, authToken, requests: count, senders, channel = 'sms' } = load
  const run = randomBytes(6).toString('hex')
  const texts = makeMessages(seeded(20_261_121), Math.min(count, 20_000))
  return Array.from({ length: count }, (_, index) => {
    const {
      headers,
      body,
      query = '',
    } = formOf(channel, {
      run,
      index,
      sender: index % senders,
      text: texts[index % texts.length] ?? '',
      url: publicBaseUrl + path,
      secret: authToken,
    })
    const head = [
      `POST ${path}${query} HTTP/1.1`,
      `Host: localhost:${port}`,
      ...headers,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ]
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}

async function run({ port, connections, seconds }: Load, waiting: readonly Buffer[]): Promise<LoadResult> {
  let next = 0
  const counts = { answered: 0, failed: 0 }
  const began = performance.now()
  const endsAt = began + seconds * 1000
  const take = () => (performance.now() < endsAt ? waiting[next++] : undefined)
  const count = (status: number) => counts[status === 200 ? 'answered' : 'failed']++
  await Promise.all(Array.from({ length: connections }, () => converse(port, take, count)))
  const took = (performance.now() - began) / 1000
  return { ...counts, seconds: took, perSecond: counts.answered / took }
}

/** One request after the other on one connection; a new one if the server closes it. */
async function converse(
  port: number,
  take: () => Buffer | undefined,
  count: (status: number) => void,
): Promise<void> {
  for (let request = take(); request;) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let isOpen = true
    while (request && isOpen) {
      const answered = readAnswer(socket)
      socket.write(request)
      const { status, closes } = await answered
      if (status) count(status)
      isOpen = status !== 0 && !closes
      if (status) request = take() // one that met a closed endpoint is sent again
    }
    socket.destroy()
  }
}

function readAnswer(socket: ReturnType<typeof connect>): Promise<{ status: number; closes: boolean }> {
  return new Promise((resolve) => {
    let held = ''
    const end = (status: number, closes: boolean) => {
      socket.off('data', read).off('close', gone).off('error', gone)
      resolve({ status, closes })
    }
    const gone = () => end(0, true)
    const read = (bytes: Buffer) => {
      held += bytes.toString('latin1')
      const body = held.indexOf('\r\n\r\n') + 4
      if (body < 4) return
      const head = held.slice(0, body)
      if (held.length - body < Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)) return
      end(Number(head.slice(9, 12)), /connection: close/i.test(head))
    }
    socket.on('data', read).once('close', gone).once('error', gone)
  })
}
