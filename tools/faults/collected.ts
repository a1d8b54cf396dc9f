import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@verbatim/contract/ids.ts'
import { seededRandom } from '@verbatim/demo/random.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { findFirstTenant } from '@verbatim/server/domains/organizations/queries.ts'
import { sealSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import { openKeyStore } from '@verbatim/server/flows/collect/keys.ts'
import { openSecrets } from '@verbatim/server/platform/crypto.ts'
import { type Db, inTenant, openDb } from '@verbatim/server/platform/db.ts'
import { openProviderFront } from '@verbatim/server/testing/fakes/provider-front.ts'
import { sql } from 'kysely'
import { ServingNode } from './node.ts'
import {
  AgentProvider,
  ArchiveProvider,
  BotProvider,
  LinkedProvider,
  PolledBotProvider,
  type Provider,
  SignalProvider,
} from './providers.ts'

interface CollectedResult {
  readonly seed: number
  readonly killed: readonly string[]
  readonly handed: number
  readonly kept: number
  readonly violations: readonly string[]
}

interface CollectedOptions {
  readonly first: number
  readonly seeds: number
  readonly logFile: string | undefined
  readonly signal: AbortSignal
  readonly tell: (result: CollectedResult) => void
}

const messages = 60
/**
 * What was handed to a collector this long before it was killed is on its disk. What is handed over in between, and until the
 * provider sees the end of the stream, is lost at the provider: it exists nowhere any more.
 */
const graceMs = 1_000
const noticedMs = 250
/** The lease of a killed collector ends, the archive is asked again, the list is compared, and all is read. */
const settledWithinMs = 120_000
/** A killed worker leaves a comparison for a quarter of an hour; here its time comes at once. */
const comparedEveryMs = 3_000

interface Bench {
  readonly node: ServingNode
  readonly db: Db
  readonly tenantId: TenantId
  readonly providers: readonly Provider[]
}

/**
 * Kills the worker, which holds the collectors, the poller, the comparison and the reading, and the servers, which take what is delivered, while
 * every kind of provider hands over messages at once: two that forget them, an archive, one that delivers again, one that is polled, and one with a list.
 */
export async function runCollected(options: CollectedOptions): Promise<void> {
  const { first, seeds, logFile, signal, tell } = options
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const signalDaemon = resources.use(await SignalProvider.start())
  const linked = resources.use(new LinkedProvider())
  await linked.listen()
  const agent = new AgentProvider()
  resources.defer(() => agent.agent.close())
  await agent.agent.listen()
  const bot = new BotProvider()
  const polled = new PolledBotProvider()
  const front = resources.use(await openProviderFront())
  for (const { telegram } of [bot, polled]) {
    resources.use(telegram)
    await telegram.listen()
    front.lead(`/bot${telegram.token}/`, telegram.host)
  }
  const environment = {
    ...linked.environment,
    SIGNAL_DAEMON_URL: signalDaemon.url,
    WECOM_ARCHIVE_DIR: folder,
    MEDIA_HOSTS: `${front.host},${agent.agent.host}`,
  }
  const node = resources.use(await ServingNode.start({ logFile, environment }))
  bot.deliverTo(node.origin)
  agent.deliverTo(node.origin)
  const db = openDb(await node.databaseUrl(), { max: 2 })
  resources.defer(() => db.destroy())
  const providers = [signalDaemon, linked, new ArchiveProvider(folder), bot, polled, agent]
  const tenantId = await connect(node, db, providers)
  for (let index = 0; index < seeds && !signal.aborted; index++)
    tell(await runSeed({ node, db, tenantId, providers }, first + index))
}

async function connect(node: ServingNode, db: Db, providers: readonly Provider[]): Promise<TenantId> {
  const now = new Date()
  const organization = await findFirstTenant(db)
  if (!organization) throw new Error('The first start founded no organization')
  const tenantId = organization.id
  const secrets = await openSecrets(node.home)
  await inTenant(db, tenantId, async (tx) => {
    await createAccounts(
      tx,
      providers.map(({ id, channel, address, settings, secrets: own }) => ({
        id,
        channel,
        name: channel,
        address,
        ...(settings && { settings }),
        ...(own && { sealedSecrets: sealSecretsOf({ tenantId, id }, own, secrets) }),
      })),
    )
    await tx.updateTable('channel_account').set({ status: 'active' }).execute()
    // What an agent lists was sent a few minutes ago, before the organization was founded.
    await sql`update organization set initial_history_date = ${now}::timestamptz::date - 1`.execute(tx)
    for (const { id, isCollected } of providers)
      if (isCollected)
        await sql`insert into account_session (account_id, try_after, is_linked) values (${id}, ${now}, true)
          on conflict (tenant_id, account_id) do update set is_linked = true`.execute(tx)
  })
  for (const { id, keys } of providers)
    if (keys) await openKeyStore({ db, secrets }, { tenantId, id }).set(keys)
  return tenantId
}

async function runSeed(bench: Bench, seed: number): Promise<CollectedResult> {
  const { node, providers } = bench
  const random = seededRandom(`collected/${seed}`)
  await untilHeard(providers)
  const began = performance.now()
  const planned = [
    ['worker', random.int(1_500)],
    ['servers', 700 + random.int(1_500)],
    ['worker', 1_500 + random.int(1_500)],
  ] as const
  const kills: Killed[] = []
  const killing = (async () => {
    for (const [target, at] of planned.toSorted((a, b) => a[1] - b[1])) {
      await pause(Math.max(0, began + at - performance.now()))
      const from = performance.now()
      if (await node.kill(target)) kills.push({ target, from, to: performance.now() })
    }
  })()
  const all = await Promise.all(providers.map((provider) => load(provider, seed)))
  await killing
  const said = all.flat()
  const isIn = await untilStored(bench, said)
  const violations = await check(bench, said, { kills, began })
  return {
    seed,
    killed: kills.map(({ target, to }) => `${target} at ${Math.round(to - began)} ms`),
    handed: said.filter(({ by }) => by.forgets).length,
    kept: said.filter(({ by }) => !by.forgets).length,
    violations: [...(isIn ? [] : ['Not everything was fetched in time']), ...violations],
  }
}

async function untilHeard(providers: readonly Provider[]): Promise<void> {
  const until = performance.now() + settledWithinMs
  for (const provider of providers)
    while (!(await provider.isHeard())) {
      if (performance.now() > until) throw new Error(`Nothing listens to ${provider.channel}`)
      await pause(100)
    }
}

interface Said {
  readonly by: Provider
  readonly text: string
  /** When the provider had handed it over. */
  readonly at: number
}

async function load(by: Provider, seed: number): Promise<Said[]> {
  const said: Said[] = []
  const from = 1_778_745_600_000 + (seed % 1_000_000) * 1_000
  for (let index = 0; index < messages; index++) {
    const text = `${by.channel} ${by.address} ${seed}/${index}`
    await by.say(text, from + index)
    said.push({ by, text, at: performance.now() })
    await pause(50)
  }
  return said
}

/** Everything that the providers still have, or that we acknowledged to them, is stored. */
async function untilStored({ db, tenantId, providers }: Bench, said: readonly Said[]): Promise<boolean> {
  const until = performance.now() + settledWithinMs
  const listed = providers.flatMap(({ id, isListed }) => (isListed ? [id] : []))
  let comparedAt = -Infinity
  for (;;) {
    const texts = new Set(await readTexts({ db, tenantId }).catch(() => []))
    if (said.every(({ by, text }) => by.forgets || texts.has(text))) return true
    if (performance.now() > until) return false
    if (performance.now() - comparedAt > comparedEveryMs) {
      comparedAt = performance.now()
      await inTenant(db, tenantId, (tx) =>
        sql`update channel_account set list_after = now() where id = any(${listed}::uuid[])`.execute(tx),
      ).catch(() => undefined)
    }
    await pause(200)
  }
}

async function readTexts({ db, tenantId }: Pick<Bench, 'db' | 'tenantId'>): Promise<string[]> {
  const rows = await inTenant(db, tenantId, (tx) => tx.selectFrom('message').select('body').execute())
  return rows.flatMap(({ body }) => body ?? [])
}

/** A process died between these times. */
interface Killed {
  readonly target: 'worker' | 'servers'
  readonly from: number
  readonly to: number
}

async function check(
  bench: Bench,
  said: readonly Said[],
  { kills, began }: { readonly kills: readonly Killed[]; readonly began: number },
): Promise<string[]> {
  const ofWorker = kills.filter(({ target }) => target === 'worker')
  const isSure = ({ by, at }: Said) =>
    !by.forgets || ofWorker.every(({ from, to }) => at < from - graceMs || at > to + noticedMs)
  const sure = said.filter(isSure)
  // What a file still holds is replayed by the next collector, which runs by now.
  let texts = await readTexts(bench)
  for (let waits = 0; waits < 300 && sure.some(({ text }) => !texts.includes(text)); waits++) {
    await pause(200)
    texts = await readTexts(bench)
  }
  const times = (text: string) => texts.filter((one) => one === text).length
  return [
    ...sure
      .filter(({ text }) => times(text) === 0)
      .map(({ text, at }) => `${text} was handed over at ${Math.round(at - began)} ms and is not stored`),
    ...said.filter(({ text }) => times(text) > 1).map(({ text }) => `${text} is stored twice`),
    ...(await checkCursors(bench)),
  ]
}

/** Behind the cursor of the archive there are as many rows as it says. */
async function checkCursors({ db, tenantId }: Bench): Promise<string[]> {
  const { rows } = await inTenant(db, tenantId, (tx) =>
    sql<{ seq: number; behind: number }>`
      select (cursor ->> 'seq')::int as seq,
        (select count(*)::int from message_record kept where kept.account_id = session.account_id
          and kept.headers ->> 'x-archive-seq' is not null
          and (kept.headers ->> 'x-archive-seq')::int <= (cursor ->> 'seq')::int) as behind
      from account_session session where cursor ->> 'seq' is not null`.execute(tx),
  )
  return rows
    .filter(({ seq, behind }) => behind < seq)
    .map(({ seq, behind }) => `The cursor is at ${seq}, and ${behind} rows are behind it`)
}

export function describeCollected(result: CollectedResult): string {
  const { seed, killed, handed, kept, violations } = result
  const line = `seed ${seed}: killed ${killed.join(', ')}; ${handed} handed over and forgotten, ${kept} kept or acknowledged`
  if (violations.length === 0) return `${line}: ok`
  return [`${line}: FAILED`, ...violations.slice(0, 20).map((one) => `  ${one}`)].join('\n')
}
