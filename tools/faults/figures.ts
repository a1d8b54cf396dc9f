import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@verbatim/demo/random.ts'
import { dueFigures } from '@verbatim/server/domains/metrics/rebuild.ts'
import { dueThemes } from '@verbatim/server/domains/themes/set.ts'
import { keepArrivals } from '@verbatim/server/flows/capture/keep.ts'
import type { CapturedEvent } from '@verbatim/server/kernel/captured-event.ts'
import { type Db, inTenant, openDb, type TenantTx } from '@verbatim/server/platform/db.ts'
import { wake } from '@verbatim/server/platform/work/wake.ts'
import { arrivalOf, messageOf } from '@verbatim/server/testing/history.ts'
import { programEnvironment } from '@verbatim/server/testing/program-environment.ts'
import { sql } from 'kysely'
import { prepareAccounts, type Tried } from './accounts.ts'
import { ServingNode } from './node.ts'

interface FiguresResult {
  readonly seed: number
  readonly killed: string
  /** Whether work was left by what was killed. */
  readonly isInterrupted: boolean
  readonly messages: number
  /** Those of them that have a theme. */
  readonly placed: number
  readonly violations: readonly string[]
}

interface FiguresOptions {
  readonly first: number
  readonly seeds: number
  readonly logFile: string | undefined
  readonly signal: AbortSignal
  readonly tell: (result: FiguresResult) => void
}

interface Bench {
  readonly node: ServingNode
  readonly db: Db
  readonly tried: Tried
}

const dayMs = 86_400_000
/** Clocks are turned in two of them, and days of another begin at 18:15 UTC. */
const zones = ['Europe/Berlin', 'Asia/Kathmandu', 'America/St_Johns', 'UTC'] as const
/** Enough of each subject for a theme. */
const sayings = [
  'The fee letter says that the management charge goes up',
  'My old pension could move, what is its transfer value',
  'The snow and the rain go on, and the flight is cancelled',
] as const
/** Messages of a seed, in conversations of five. */
const said = 1_500
/** Everything that was due is done within this time after a kill. */
const doneWithinMs = 120_000

/**
 * Kills the worker or the database while messages are ingested, days are counted again in another zone, themes are found again and an
 * operator rebuilds the figures, which is killed as well. Whenever that is, the counts are those of the messages afterwards.
 */
export async function runFigures(options: FiguresOptions): Promise<void> {
  const { first, seeds, logFile, signal, tell } = options
  await using resources = new AsyncDisposableStack()
  const node = resources.use(await ServingNode.start({ logFile }))
  const db = openDb(await node.databaseUrl(), { max: 2, onError: () => {} })
  resources.defer(() => db.destroy())
  const tried = await prepareAccounts(node, db)
  for (let index = 0; index < seeds && !signal.aborted; index++)
    tell(await runSeed({ node, db, tried }, first + index))
}

async function runSeed(bench: Bench, seed: number): Promise<FiguresResult> {
  const random = seededRandom(`figures/${seed}`)
  const target = random.pick(['worker', 'worker', 'worker', 'postmaster'] as const)
  const [afterMs, rebuiltMs] = [random.int(1_500), random.int(2_500)]
  await say(bench, seed)
  await patiently(bench, (tx) => makeDue(tx, random.pick(zones)))
  const rebuilding = run(bench.node, 'rebuild', ['metrics'], rebuiltMs)
  await pause(afterMs)
  await bench.node.kill(target)
  const isInterrupted = await patiently(bench, isWaiting)
  const { code: rebuilt } = await rebuilding
  const isDone = await untilDone(bench)
  const { code, output } = await run(bench.node, 'verify')
  const { messages, placed } = await patiently(bench, count)
  return {
    seed,
    killed: `${target} after ${afterMs} ms${rebuilt === null ? `, the rebuild after ${rebuiltMs} ms` : ''}`,
    isInterrupted,
    messages,
    placed,
    violations: [
      ...(messages < said ? [`${said} messages were said, and ${messages} are counted`] : []),
      ...(placed === 0 ? ['No message has a theme, so no count of themes was tried'] : []),
      ...(isDone ? [] : [`Metric work was not done ${doneWithinMs / 1000} s after the kill`]),
      ...(code === 0 ? [] : [`npm run verify ended with ${code}: ${output}`]),
    ],
  }
}

/** Messages of the last weeks, some newer and some older than those of earlier seeds. */
async function say({ db, tried }: Bench, seed: number): Promise<void> {
  const now = new Date()
  const clock = { ctx: { now: () => now } }
  const events = Array.from({ length: said }, (_, at): CapturedEvent => {
    const isAnswer = at % 5 === 3
    return messageOf(clock, {
      channel: 'sms',
      messageKey: `figures-${seed}-${at}`,
      conversationKey: `figures-${seed}-${Math.floor(at / 5)}`,
      direction: isAnswer ? 'outbound' : 'inbound',
      sentAt: new Date(now.getTime() - ((at * 7 + seed) % 120) * (dayMs / 2) + at * 1_000),
      body: `${sayings[at % sayings.length]}, number ${at}`,
    })
  })
  const arrivals = Array.from({ length: said / 50 }, (_, at) =>
    arrivalOf(
      clock,
      { id: tried.tenantId, accounts: { whatsapp: tried.sms } },
      events.slice(at * 50, at * 50 + 50),
      {
        channel: 'sms',
        sourceKey: `figures-${seed}-${at}`,
      },
    ),
  )
  await keepArrivals(db, tried.tenantId, arrivals, now)
}

/** Another zone, and new themes: a worker counts and looks for them at once. */
async function makeDue(tx: TenantTx, zone: string): Promise<void> {
  await sql`update organization set time_zone = ${zone}, figures_due_at = now()`.execute(tx)
  await sql`insert into theme_set as known (due_at, fresh) values (now(), 1)
    on conflict (tenant_id) do update set due_at = excluded.due_at, fresh = known.fresh + 1`.execute(tx)
  for (const work of [dueFigures, dueThemes]) await wake(tx, work)
}

async function isWaiting(tx: TenantTx): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from record_backlog) or exists (select from opening_due)
      or (select figures_due_at is not null from organization)
      or (select coalesce(bool_or(placed_to is not null or due_at <= now()), true) from theme_set) as waits`.execute(
    tx,
  )
  return rows[0]?.waits ?? true
}

/** What died keeps what it had taken for ten minutes. The next one need not wait for that here. */
async function endLeases(tx: TenantTx): Promise<void> {
  await sql`update organization set figures_due_at = now() where figures_due_at is not null`.execute(tx)
  await sql`update theme_set set lease_until = null where lease_until is not null`.execute(tx)
}

async function untilDone(bench: Bench): Promise<boolean> {
  await patiently(bench, endLeases)
  const until = performance.now() + doneWithinMs
  while (performance.now() < until) {
    if (!(await patiently(bench, isWaiting))) return true
    await pause(100)
  }
  return false
}

async function count(tx: TenantTx): Promise<{ messages: number; placed: number }> {
  const { rows } = await sql<{ messages: number | null; placed: number | null }>`
    select (select sum(messages)::int from message_rollup) as messages,
      (select sum(low + medium + high)::int from theme_day) as placed`.execute(tx)
  return { messages: rows[0]?.messages ?? 0, placed: rows[0]?.placed ?? 0 }
}

/** Tries again while the database is down. */
async function patiently<T>({ db, tried }: Bench, work: (tx: TenantTx) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await inTenant(db, tried.tenantId, work)
    } catch (error) {
      if (tries >= 300) throw error
      await pause(100)
    }
  }
}

/** One of the operator’s programs, killed after a while if it still runs. */
async function run(
  node: ServingNode,
  program: 'rebuild' | 'verify',
  given: readonly string[] = [],
  ms?: number,
) {
  const file = fileURLToPath(import.meta.resolve(`@verbatim/server/${program}.ts`))
  const child = spawn(process.execPath, [file, ...given], {
    env: { ...programEnvironment, VERBATIM_HOME: node.home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-2_000)))
  const ended = once(child, 'close') as Promise<[number | null]>
  if (ms !== undefined) {
    await Promise.race([ended, pause(ms)])
    child.kill('SIGKILL')
  }
  const [code] = await ended
  return { code, output }
}

export function describeFigures(result: FiguresResult): string {
  const { seed, killed, isInterrupted, messages, placed, violations } = result
  const left = isInterrupted ? 'work was left' : 'no work was left'
  const line = `seed ${seed}: killed ${killed}; ${left}; ${messages} messages are counted, ${placed} by themes`
  if (violations.length === 0) return `${line}: ok`
  return [
    `${line}: FAILED`,
    ...violations.map((one) => `  ${one}`),
    `  again: npm run faults -- --seeds 0 --database-seeds 0 --collectors 0 --figures 1 --seed ${seed}`,
  ].join('\n')
}
