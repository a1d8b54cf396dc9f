/** The floor of mail intake: an SMTP server, and one INSERT of each mail. Run by `journal.ts` in a separate process. */
import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'

const [, , databaseUrl = ''] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  disableReverseLookup: true,
  logger: false,
  onData: (stream, _, done) => void keep(stream, done),
})
server.on('error', () => {})
server.listen(0, '127.0.0.1', () => process.send?.((server.server.address() as AddressInfo).port))
process.once('disconnect', () => process.exit())

async function keep(stream: Readable, done: (error?: Error | null, message?: string) => void): Promise<void> {
  const bytes = await buffer(stream)
  await pool.query('insert into bare_capture (id, bytes) values ($1, $2)', [randomUUID(), bytes])
  done(null, 'Ok')
}
