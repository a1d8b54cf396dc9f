/** A mail server that takes every mail and keeps none. Run by `outward.ts` in a separate process. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

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
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())
