/**
 * One serving process, in the roles that its environment gives it. `start.ts` prepares the database and starts these;
 * when the supervisor goes away, they stop by themselves.
 */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { endingOf, readConfig } from '#platform/config.ts'
import { openLog } from '#platform/log.ts'
import { acceptedFile, areFilesLost } from '#flows/sweep/lost-files.ts'
import { beat, beatEveryMs, endBeat } from '#flows/report-health/beat.ts'
import { openBehind, openFront } from '#platform/http/front.ts'
import { type Listeners, openListeners } from '#platform/http/listeners.ts'
import {
  answerSupervisor,
  explainPort,
  giveUp,
  type Health,
  leaveSupervisor,
  report,
  stopSignals,
} from '#platform/processes/supervised.ts'
import { stepBack } from '#platform/processes/nice-thread.ts'
import { openContext } from './context.ts'

const config = readConfig(process.env)
const { draining, stop } = stopSignals(endingOf(config))
const stopped = once(stop, 'abort')

const roles = config.VERBATIM_ROLE
const log = openLog({ level: config.LOG_LEVEL, name: [...roles].join('+'), pretty: process.stdout.isTTY })
if (!config.APP_DATABASE_URL)
  throw new Error('APP_DATABASE_URL is set by the supervisor: start with npm start')

await using ctx = await openContext({ config, databaseUrl: config.APP_DATABASE_URL, log })
await refuseLostFiles()
draining.addEventListener('abort', () => ctx.health.drain())
// A load balancer sends deliveries to ready nodes, so this one is not ready before its listeners are open.
let isOpen = false
const health = async (): Promise<Health> =>
  isOpen ? ctx.health.check() : { state: 'starting', degraded: [] }
answerSupervisor({ health, metrics: () => ctx.metrics.read() })
const beating = setInterval(() => void beat(ctx.db, ctx.life).catch(() => {}), beatEveryMs) // the next check reports the error
// A process loads only the parts that it runs, because each takes tens of megabytes. Intake and API start before workers.
if (roles.size === 1 && roles.has('worker')) stepBack()
const working = roles.has('worker') ? (await import('./worker.ts')).work(ctx, stop) : undefined
const intake = roles.has('intake') ? await takeMail() : undefined
const listeners = await openHttp()
await beat(ctx.db, ctx.life)
isOpen = true
report({
  state: 'ready',
  ...(listeners?.port && { httpPort: listeners.port }),
  ...(intake && { smtpPort: intake.port }),
})

await stopped
await Promise.all([listeners?.close(), intake?.close(), working])
clearInterval(beating)
await endBeat(ctx.db, ctx.life).catch(() => {}) // it counts as gone half a minute later
leaveSupervisor()

/** Without its attachments an installation would wrongly look empty. A person may declare them permanently lost. */
async function refuseLostFiles(): Promise<void> {
  if (!(await areFilesLost(ctx)) || existsSync(join(config.VERBATIM_HOME, acceptedFile))) return
  await giveUp(
    'The database refers to attachments, but none of those checked is in the file store. Put the folder or bucket ' +
      'back, or restore a backup (docs/guides/backup-and-disaster.md). To continue without them permanently, put an empty file ' +
      `named ${acceptedFile} into ${config.VERBATIM_HOME}.`,
  )
  process.exit(1)
}

/** The API if that is this process's role, behind a front if the node has one. Otherwise that front, for deliveries. */
async function openHttp(): Promise<Listeners | undefined> {
  const { PORT: port, LISTEN_HOST: host, API_SOCKET: behind } = config
  if (roles.has('api')) {
    const app = await (await import('./app.ts')).openApp(ctx)
    return behind ? openBehind(app, behind) : openListeners(app, { port, host }).catch(explain('PORT'))
  }
  if (!roles.has('intake') || !behind) return undefined
  const { openReceiver } = await import('./receiver.ts')
  const { deliveries } = await import('#flows/capture/intake/webhook.ts')
  const receiver = await openReceiver(ctx)
  return openFront(receiver, { port, host, path: deliveries, behind }).catch(explain('PORT'))
}

async function takeMail() {
  const { openIntake } = await import('#flows/capture/intake/smtp.ts')
  return openIntake(ctx).catch(explain('SMTP_INTAKE_PORT'))
}

/** A port in use is reported in one sentence, here or by the supervisor, and ends this process. */
function explain(variable: 'PORT' | 'SMTP_INTAKE_PORT') {
  return async (error: unknown): Promise<never> => {
    const reason = explainPort(error, variable)
    if (!reason) throw error
    await giveUp(reason)
    process.exit(1)
  }
}
