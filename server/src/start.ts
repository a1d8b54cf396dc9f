/**
 * The program of `npm start`: prepares the home, the database and the apps, starts the serving processes, and keeps
 * them running until a signal stops it. It serves nothing itself, so no request can end it.
 *
 *   --without-apps   for `npm run dev`, which serves the apps from their sources
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mailboxPath } from '@verbatim/contract/mail.ts'
import { mailboxKey } from '#domains/mail/mailbox-key.ts'
import { ensurePagesBuilt, pagesOf } from '#platform/built-pages.ts'
import { openSecrets, type Secrets } from '#platform/crypto.ts'
import { type Config, endingOf, readConfig } from '#platform/config.ts'
import { refuseUnsafeDatabase } from '#platform/database-checks.ts'
import { untilReachable } from '#platform/database-wait.ts'
import { startEmbeddedPostgres } from '#platform/embedded-postgres/embedded-postgres.ts'
import { openHome } from '#platform/installation/home.ts'
import { releaseSchema } from './release-schema.ts'
import { prepareInstallation } from '#platform/installation/prepare.ts'
import { lockHome } from '#platform/processes/instance-lock.ts'
import { Refusal } from '#platform/refusal.ts'
import { type KeptProcess, keepProcess } from '#platform/processes/kept-process.ts'
import { type Monitor, openMonitor } from '#platform/monitor.ts'
import { type Log, openLog } from '#platform/log.ts'
import { tryPort } from '#platform/open-ports.ts'
import { explainPort } from '#platform/processes/supervised.ts'
import { openTerminal } from '#platform/processes/terminal.ts'
import { prepareOrganization, rememberFounding, type SignIn } from './first-organization.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Less than the limit of any system. */
const longestSocketPath = 100
const terminal = openTerminal(process.stdout)

process.exitCode = await start()
// Everything has been closed, even if something still holds the event loop.
process.exit()

async function start(): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  try {
    refuseOldNode()
    await run(readConfig(process.env), stop.signal)
    return 0
  } catch (error) {
    if (stop.signal.aborted) return 0
    process.stderr.write(`\n${error instanceof Refusal ? error.message : describe(error)}\n`)
    return 1
  }
}

/** Starts everything, waits for the stop, and ends everything in reverse order. */
async function run(config: Config, stop: AbortSignal): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const level = process.stdout.isTTY && !process.env['LOG_LEVEL'] ? 'warn' : config.LOG_LEVEL
  const log = openLog({ level, name: 'start', pretty: process.stdout.isTTY })

  await using resources = new AsyncDisposableStack()
  resources.defer(await lockHome(config.VERBATIM_HOME))
  await refuseTakenPorts(config)
  const monitor = await watchOver(config)
  if (monitor) resources.defer(() => monitor.close())
  terminal.say(`Verbatim ${version}`)

  const servesApps = config.VERBATIM_ROLE.has('api') && !process.argv.includes('--without-apps')
  const pages = servesApps ? preparePages(stop) : undefined
  const { appUrl, ownerUrl } = await prepareDatabase(config, { resources, stop, log })
  const env = { ...childEnvironment(config, { appUrl, level }), ...(await placeFront(config, resources)) }
  const signIn = await prepareOrganization(config, { env, ownerUrl, stop, terminal })
  await pages
  stop.throwIfAborted()

  const processes = processesOf(config).map((roles) =>
    keepProcess({
      name: roles,
      entry: new URL('main.ts', import.meta.url),
      env: { ...env, VERBATIM_ROLE: roles },
      log,
      ending: endingOf(config),
      isBatching: roles === 'worker',
    }),
  )
  resources.defer(async () => void (await Promise.all(processes.map((kept) => kept.stop()))))
  monitor?.watch(processes)
  const ports = await untilServing(processes, stop)
  const secrets = await openSecrets(config.VERBATIM_HOME)
  terminal.say(...invitation(config, { ...ports, monitor, signIn, secrets }))
  await rememberFounding(config, signIn)
  await aborted(stop)
  monitor?.drain()
  terminal.say('Stopping …')
}

/** Before any long step, because the start of a node is reported too. */
async function watchOver({ MONITOR_PORT, MONITOR_HOST, MONITOR_KEY }: Config): Promise<Monitor | undefined> {
  if (MONITOR_PORT === undefined) return undefined
  const options = { port: MONITOR_PORT, host: MONITOR_HOST, key: MONITOR_KEY }
  return openMonitor(options).catch((error: unknown) => {
    const reason = explainPort(error, 'MONITOR_PORT')
    throw reason ? new Refusal(reason) : error
  })
}

interface Preparing {
  readonly resources: AsyncDisposableStack
  readonly stop: AbortSignal
  readonly log: Log
}

/** Starts or reaches the database, refuses one that loses records or is not ours, and brings roles and schema up to date. */
async function prepareDatabase(config: Config, { resources, stop, log }: Preparing): Promise<Urls> {
  const database = config.DATABASE_URL ? 'own' : 'embedded'
  await openHome(config.VERBATIM_HOME, database)
  const starting = terminal.step('Database')
  const ownerUrl = config.DATABASE_URL ?? (await startOurs())
  await untilReachable(ownerUrl, { stop, tell: (text) => starting.progress(text) })
  return orStopped(stop, async () => {
    await refuseUnsafeDatabase(ownerUrl)
    let migrations = 0
    const migrated = () => {
      migrations += 1
      starting.progress(migrations === 1 ? '1 migration' : `${migrations} migrations`)
    }
    const { appUrl } = await prepareInstallation(config.VERBATIM_HOME, {
      ownerUrl,
      database,
      schema: await releaseSchema(),
      migrated,
      waits: (holders) => starting.progress(`a migration waits for ${holders}`),
    })
    starting.done(placeOfDatabase(config))
    return { ownerUrl, appUrl }
  })

  async function startOurs(): Promise<string> {
    const ours = await startEmbeddedPostgres({ home: config.VERBATIM_HOME, log, signal: stop })
    resources.defer(() => ours.stop())
    return ours.ownerUrl
  }
}

/** The place of the records, which an operator must keep. */
function placeOfDatabase({ DATABASE_URL: url, VERBATIM_HOME: home }: Config): string {
  if (url === undefined) return `embedded PostgreSQL in ${join(home, 'postgres')}`
  const { host, pathname } = new URL(url)
  return `yours, ${host}${pathname}`
}

interface Urls {
  readonly ownerUrl: string
  readonly appUrl: string
}

/** Builds the apps if needed. Without them the endpoints still capture, so a failure stops nothing else. */
async function preparePages(signal: AbortSignal): Promise<void> {
  try {
    for (const pages of pagesOf(root, signal))
      if ((await ensurePagesBuilt(pages)) === 'built') terminal.say(`  Built: ${basename(pages.folder)}`)
  } catch (error) {
    if (!signal.aborted) terminal.say('', `${(error as Error).message}`, 'Everything else is served.', '')
  }
}

/** The settings of the serving processes: the database as the role that owns nothing, and only the secrets that they need. */
function childEnvironment(
  config: Config,
  { appUrl, level }: { appUrl: string; level: string },
): NodeJS.ProcessEnv {
  const {
    DATABASE_URL: _ownersUrl,
    VERBATIM_ADMIN_PASSWORD: _password,
    VERBATIM_BACKUP_PASSPHRASE: _backups,
    ...env
  } = process.env
  return {
    ...env,
    APP_DATABASE_URL: appUrl,
    LOG_LEVEL: level,
    NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'] ?? join(config.VERBATIM_HOME, 'compiled'),
    VERBATIM_HOME: config.VERBATIM_HOME,
  }
}

/** Each role has a separate process, so deliveries do not wait for requests, and requests do not wait for batches. */
function processesOf({ VERBATIM_ROLE: roles }: Config): string[] {
  return [...roles]
}

/** On a node with both intake and API, the intake is in front of the API: `platform/http/front.ts`. */
async function placeFront(config: Config, resources: AsyncDisposableStack): Promise<NodeJS.ProcessEnv> {
  const { VERBATIM_ROLE: roles } = config
  if (!roles.has('api') || !roles.has('intake')) return {}
  const atHome = join(config.VERBATIM_HOME, 'api.socket')
  if (Buffer.byteLength(atHome) <= longestSocketPath) return { API_SOCKET: atHome }
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  return { API_SOCKET: join(folder, 'api.socket') }
}

async function refuseTakenPorts(config: Config): Promise<void> {
  const listeners = { PORT: 'api', SMTP_INTAKE_PORT: 'intake' } as const
  for (const [variable, role] of Object.entries(listeners) as [keyof typeof listeners, 'api' | 'intake'][]) {
    if (!config.VERBATIM_ROLE.has(role)) continue
    await tryPort(config[variable], config.LISTEN_HOST).catch((error: unknown) => {
      const reason = explainPort(error, variable)
      throw reason ? new Refusal(reason) : error
    })
  }
}

/** The ports that this node listens on, if it has such a listener. */
type Ports = Partial<Record<'httpPort' | 'smtpPort', number>>

/** Waits until every process serves. */
async function untilServing(processes: readonly KeptProcess[], stop: AbortSignal): Promise<Ports> {
  const serving = terminal.step('Server')
  const reports = await orStopped(stop, () => Promise.all(processes.map(({ firstReport }) => firstReport)))
  for (const report of reports) if (report.state === 'hopeless') throw new Refusal(report.reason)
  serving.done()
  return Object.assign({}, ...reports) as Ports
}

interface Invited extends Ports {
  readonly monitor: Monitor | undefined
  readonly signIn: SignIn
  readonly secrets: Secrets
}

function invitation(config: Config, { httpPort, smtpPort, monitor, signIn, secrets }: Invited): string[] {
  const lines: [string, string][] = []
  if (config.VERBATIM_ROLE.has('api')) {
    const address = config.PORT === httpPort ? config.PUBLIC_BASE_URL : `http://localhost:${httpPort}`
    lines.push(['Open', address])
    if (signIn.email) lines.push(['Sign in', signIn.email])
    if (signIn.password) lines.push(['Password', `${signIn.password}   (shown only once)`])
    if (config.VERBATIM_ENVIRONMENT === 'local' && !config.SMTP_URL)
      lines.push(['Mail', `waits at ${address}${mailboxPath}?key=${mailboxKey(secrets)}`])
  }
  if (signIn.setUpLink) lines.push(['Set up', `${signIn.setUpLink}   (opens once)`])
  if (config.VERBATIM_ROLE.has('intake')) lines.push(['Journal', `smtp://localhost:${smtpPort}`])
  if (monitor) lines.push(['Monitor', `http://${config.MONITOR_HOST}:${monitor.port}/health/ready`])
  return [
    '',
    ...lines.map(([name, text]) => `  ${name.padEnd(9)} ${text}`),
    '',
    ...(signIn.more ?? []),
    '  Ctrl-C stops it.',
    '',
  ]
}

/** The result of `work`, unless the stop comes first. */
async function orStopped<T>(stop: AbortSignal, work: () => Promise<T>): Promise<T> {
  stop.throwIfAborted()
  const working = work()
  working.catch(() => {}) // after a stop, nothing else awaits it
  return Promise.race([working, aborted(stop).then((): never => stop.throwIfAborted() as never)])
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

function refuseOldNode(): void {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 24)
    throw new Refusal(`Verbatim needs Node 24; this is ${process.version}. Start it with npm start.`)
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `\n  because: ${error.cause.message}` : ''
  return `Verbatim could not start. ${error.message}${cause}`
}
