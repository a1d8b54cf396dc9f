/** The floor of a webhook: Fastify, and one INSERT of the body per request. Run by `bare.ts` in a separate process. */
import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'

const [, , databaseUrl = '', port = ''] = process.argv
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const app = fastify({ bodyLimit: 1024 * 1024 })
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
app.post('/hooks/bare', async (request, reply) => {
  await pool.query('insert into bare_capture (id, bytes) values ($1, $2)', [randomUUID(), request.body])
  return reply.type('text/xml').send('<Response></Response>')
})
await app.listen({ port: Number(port), host: '127.0.0.1' })
process.send?.('ready')
process.once('disconnect', () => process.exit())
