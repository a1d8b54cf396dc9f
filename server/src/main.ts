/**
 * One serving process, in the role that its environment gives it. `start.ts` prepares the database and starts these;
 * when the supervisor goes away, they stop by themselves.
 */
import { once } from 'node:events'
import { readConfig } from '#platform/config.ts'
import { openLog } from '#platform/log.ts'
import { openApp } from './app.ts'
import { openContext } from './context.ts'
import { openIntake } from './intake.ts'
import { work } from './worker.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
process.once('disconnect', () => stop.abort())

const config = readConfig(process.env)
const log = openLog({ level: config.LOG_LEVEL, name: config.VERBATIM_ROLE })
const serves = (role: typeof config.VERBATIM_ROLE) =>
  config.VERBATIM_ROLE === 'all' || config.VERBATIM_ROLE === role
if (!config.APP_DATABASE_URL)
  throw new Error('APP_DATABASE_URL is set by the supervisor: start with npm start')

await using ctx = await openContext({ config, databaseUrl: config.APP_DATABASE_URL, log })
const stopped = once(stop.signal, 'abort')
const working = serves('worker') ? work(ctx, stop.signal) : undefined
const intake = serves('intake') ? await openIntake(ctx) : undefined
const app = serves('api') ? await openApp(ctx) : undefined
await app?.listen({ port: config.PORT, host: config.LISTEN_HOST })
process.send?.('ready')

await stopped
await Promise.all([app?.close(), intake?.close(), working])
