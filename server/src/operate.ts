/** What the commands have in common that an operator runs on an installation, such as `npm run backup` and `npm run rebuild`. */
import { openBlobs } from '#platform/blobs.ts'
import { type Config, readConfig } from '#platform/config.ts'
import { untilReachable } from '#platform/database-wait.ts'
import {
  reachEmbeddedPostgres,
  startEmbeddedPostgres,
} from '#platform/embedded-postgres/embedded-postgres.ts'
import { openFiles } from '#platform/files/open-files.ts'
import { requireInstallation } from '#platform/running-database.ts'
import { AlreadyRunning, lockHome } from '#platform/processes/instance-lock.ts'
import { type Log, openLog } from '#platform/log.ts'
import { Refusal } from '#platform/refusal.ts'
import { openTerminal, type Terminal } from '#platform/processes/terminal.ts'

export interface Operating {
  readonly config: Config
  /** As it is entered. */
  readonly command: string
  readonly signal: AbortSignal
  readonly terminal: Terminal
  readonly now: () => Date
  /** Says what the command has done by now, for the case that it is stopped; until then, that it has no effect. */
  readonly ifStopped: (text: string) => void
  readonly log: Log
  /** Closed at the end, even after a failure. */
  readonly resources: AsyncDisposableStack
}

/** Runs a command to its exit code. A refusal is printed as its own text; Ctrl-C ends the command without a stack trace. */
export async function operate(
  name: string,
  command: (operating: Operating) => Promise<number>,
): Promise<void> {
  const stop = new AbortController()
  let done = 'This run has no effect.'
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
  try {
    await using resources = new AsyncDisposableStack()
    const config = readConfig(process.env)
    const log = openLog({ level: 'error', name, pretty: process.stdout.isTTY })
    const terminal = openTerminal(process.stdout)
    const ifStopped = (text: string) => void (done = text)
    const operating = { config, signal: stop.signal, terminal, ifStopped, log, resources }
    const now = () => new Date()
    process.exitCode = await command({ ...operating, command: `npm run ${name}`, now })
  } catch (error) {
    const said =
      error instanceof Refusal ? error.message : error instanceof Error ? error.message : String(error)
    process.stderr.write(stop.signal.aborted ? `\nStopped. ${done}\n` : `\n${said}\n`)
    process.exitCode = 1
  }
  process.exit()
}

/**
 * The database of an installation as its owner, running or not. A stopped one is started, and stopped with `resources`.
 * @throws Refusal if the home contains no installation
 */
export async function openOwner(operating: Operating): Promise<string> {
  const { config, signal, terminal } = operating
  await requireInstallation(config.VERBATIM_HOME)
  const url = config.DATABASE_URL ?? (await openEmbedded(operating))
  await untilReachable(url, { stop: signal, tell: (text) => terminal.say(`  ${text}`) })
  return url
}

async function openEmbedded({ config, command, log, signal, resources }: Operating): Promise<string> {
  const home = config.VERBATIM_HOME
  try {
    resources.defer(await lockHome(home, command))
  } catch (error) {
    if (error instanceof AlreadyRunning) return reachEmbeddedPostgres(home)
    throw error
  }
  const started = await startEmbeddedPostgres({ home, log, signal })
  resources.defer(() => started.stop())
  return started.ownerUrl
}

export async function openStore({ config, resources }: Operating) {
  const files = await openFiles(config)
  resources.defer(() => Promise.resolve(files.close?.()))
  return openBlobs(files)
}
