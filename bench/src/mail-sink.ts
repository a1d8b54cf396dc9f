/**
 * A mail server that takes every mail and keeps none. Run by `outward.ts` in a separate process.
 * @param argv How late it answers, in milliseconds; it says everything late.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

const lateMs = Number(process.argv[2] ?? 0)
let taken = 0
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData: (stream, _, done) =>
    void stream.resume().on('end', () => done(null, `Ok: queued as Q${(taken += 1)}`)),
})
server.on('error', () => {})
const portOf = (address: AddressInfo | string | null) => (address as AddressInfo).port
const tell = (port: number) => process.send?.(port)
server.listen(0, '127.0.0.1', () => {
  const port = portOf(server.server.address())
  if (lateMs === 0) return tell(port)
  const front = createServer((client) => delay(client, connect(port, '127.0.0.1')))
  front.listen(0, '127.0.0.1', () => tell(portOf(front.address())))
})
process.once('disconnect', () => process.exit())

function delay(client: Socket, peer: Socket): void {
  client.on('data', (chunk) => peer.write(chunk))
  peer.on('data', (chunk) => void setTimeout(() => client.writable && client.write(chunk), lateMs))
  for (const [one, other] of [
    [client, peer],
    [peer, client],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
}
