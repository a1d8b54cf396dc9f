import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { seededRandom } from '@verbatim/demo/random.ts'

import { AccountId, type TenantId } from '@verbatim/contract/ids.ts'
import { createAccounts } from '@verbatim/server/domains/accounts/commands.ts'
import { findFirstTenant } from '@verbatim/server/domains/organizations/queries.ts'
import { sealSecretsOf } from '@verbatim/server/flows/capture/account-secrets.ts'
import { openKeyStore } from '@verbatim/server/flows/collect/keys.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { openSecrets } from '@verbatim/server/platform/crypto.ts'
import { type Db, inTenant, openDb } from '@verbatim/server/platform/db.ts'
import { FakeWecom } from '@verbatim/server/testing/fakes/wecom.ts'
import { sql } from 'kysely'
import { ServingNode } from './node.ts'

export interface CollectedResult {
  readonly seed: number
  readonly killedAtMs: readonly number[]
  readonly handed: number
  readonly fetched: number
  readonly stored: number
  readonly violations: readonly string[]
}

export interface CollectedOptions {
  readonly first: number
  readonly seeds: number
  readonly logFile: string | undefined
  readonly signal: AbortSignal
  readonly tell: (result: CollectedResult) => void
}

const number = '+4915112345678'
const messages = 60
/**
 * What was handed to a collector this long before it was killed is on its disk. What is handed over in between, and until the
 * provider sees the end of the stream, is lost at the provider: nobody can have it.
 */
const graceMs = 1_000
const noticedMs = 250
/** The lease of a killed collector ends, the archive is asked again, and all is read. */
const settledWithinMs = 120_000

interface Tried {
  readonly db: Db
  readonly tenantId: TenantId
  readonly pushed: AccountId
  readonly pulled: AccountId
}

/**
 * Kills the worker, which holds the collectors and the poller, while one provider hands over messages that it then forgets and
 * another has them in an archive that is asked for more.
 */
export async function runCollected(options: CollectedOptions): Promise<void> {
  const { first, seeds, logFile, signal, tell } = options
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const peer = fork(fileURLToPath(new URL('./signal-peer.ts', import.meta.url)))
  resources.defer(() => void peer.kill('SIGKILL'))
  const [{ url }] = (await once(peer, 'message')) as [{ url: string }]
  await hand(peer, null)
  const environment = { SIGNAL_DAEMON_URL: url, WECOM_ARCHIVE_DIR: folder }
  const node = resources.use(await ServingNode.start({ logFile, environment }))
  const db = openDb(await node.databaseUrl(), { max: 2 })
  resources.defer(() => db.destroy())
  const wecom = new FakeWecom()
  const tried = await connect(node, db, wecom)
  for (let index = 0; index < seeds && !signal.aborted; index++) {
    const result = await runSeed({ node, peer, wecom, folder, tried }, first + index)
    tell(result)
  }
}

interface Bench {
  readonly node: ServingNode
  readonly peer: ChildProcess
  readonly wecom: FakeWecom
  readonly folder: string
  readonly tried: Tried
}

async function connect(node: ServingNode, db: Db, wecom: FakeWecom): Promise<Tried> {
  const now = new Date()
  const organization = await findFirstTenant(db)
  if (!organization) throw new Error('The first start founded no organization')
  const tenantId = organization.id
  const secrets = await openSecrets(node.home)
  const [pushed, pulled] = [0, 1].map(() => AccountId.parse(newId(now))) as [AccountId, AccountId]
  await inTenant(db, tenantId, async (tx) => {
    const sealedSecrets = sealSecretsOf({ tenantId, id: pulled }, wecom.secrets, secrets)
    await createAccounts(tx, [
      { id: pushed, channel: 'signal', name: 'Pushed', address: number },
      { id: pulled, channel: 'wecom', name: 'Pulled', address: wecom.corpId, sealedSecrets },
    ])
    await tx.updateTable('channel_account').set({ status: 'active' }).execute()
    for (const id of [pushed, pulled])
      await sql`insert into account_session (account_id, try_after, is_linked) values (${id}, ${now}, true)
        on conflict (tenant_id, account_id) do update set is_linked = true`.execute(tx)
  })
  const keys = openKeyStore({ db, secrets }, { tenantId, id: pushed })
  await keys.set([{ type: 'device', id: 'linked', value: Buffer.from(now.toISOString()) }])
  return { db, tenantId, pushed, pulled }
}

/** Hands an event to the open streams. @returns How many there were; without one, the provider still has it. */
async function hand(peer: ChildProcess, event: object | null): Promise<number> {
  const answered = once(peer, 'message') as Promise<[{ streams: number }]>
  peer.send({ number, event })
  return (await answered)[0].streams
}

async function runSeed(bench: Bench, seed: number): Promise<CollectedResult> {
  const { node, tried } = bench
  const random = seededRandom(`collected/${seed}`)
  await untilStreaming(bench)
  const began = performance.now()
  const planned = [random.int(1_500), 1_500 + random.int(1_500)]
  const kills: Killed[] = []
  const killing = (async () => {
    for (const at of planned) {
      await pause(Math.max(0, began + at - performance.now()))
      const before = performance.now()
      if (await node.kill('worker')) kills.push({ from: before, to: performance.now() })
    }
  })()
  const names = await load(bench, seed)
  await killing
  const isIn = await untilSettled(bench, names.fetched)
  const violations = await check(bench, { ...names, kills })
  return {
    seed,
    killedAtMs: kills.map(({ to }) => Math.round(to - began)),
    handed: names.handed.size,
    fetched: names.fetched.length,
    stored: await countRows(tried),
    violations: [...(isIn ? [] : ['Not everything was fetched in time']), ...violations],
  }
}

async function untilStreaming({ peer }: Bench): Promise<void> {
  const until = performance.now() + settledWithinMs
  while ((await hand(peer, null)) === 0) {
    if (performance.now() > until) throw new Error('Nothing listens to the daemon')
    await pause(100)
  }
}

/** @returns The texts that were handed over, with their times, and those in the archive. */
async function load({ peer, wecom, folder }: Bench, seed: number) {
  const handed = new Map<string, number>()
  const fetched: string[] = []
  const from = 1_778_745_600_000 + seed * 1_000
  for (let index = 0; index < messages; index++) {
    const text = `pulled ${seed}/${index}`
    const message = {
      msgid: `m${seed}-${index}`,
      action: 'send',
      from: 'XuJinSheng',
      tolist: ['LiSi'],
      roomid: '',
      msgtime: from + index,
      msgtype: 'text',
      text: { content: text },
    }
    await wecom.archive(folder, [wecom.sealed(message)])
    fetched.push(text)
    const said = `pushed ${seed}/${index}`
    const timestamp = from + index
    const envelope = {
      sourceNumber: '+351912000111',
      sourceUuid: '0b0b0b0b-1111-4222-8333-444444444444',
      timestamp,
      dataMessage: { timestamp, message: said },
    }
    while ((await hand(peer, { envelope })) === 0) await pause(50)
    handed.set(said, performance.now())
    await pause(50)
  }
  return { handed, fetched }
}

async function untilSettled({ tried }: Bench, fetched: readonly string[]): Promise<boolean> {
  const until = performance.now() + settledWithinMs
  for (;;) {
    const texts = new Set(await readTexts(tried).catch(() => []))
    if (fetched.every((text) => texts.has(text))) return true
    if (performance.now() > until) return false
    await pause(200)
  }
}

async function readTexts({ db, tenantId }: Tried): Promise<string[]> {
  const rows = await inTenant(db, tenantId, (tx) => tx.selectFrom('message').select('body').execute())
  return rows.flatMap(({ body }) => body ?? [])
}

async function countRows({ db, tenantId }: Tried): Promise<number> {
  const rows = await inTenant(db, tenantId, (tx) => tx.selectFrom('message_record').select('id').execute())
  return rows.length
}

/** A process died between these times. */
interface Killed {
  readonly from: number
  readonly to: number
}

interface Happened {
  readonly handed: ReadonlyMap<string, number>
  readonly fetched: readonly string[]
  readonly kills: readonly Killed[]
}

async function check({ tried }: Bench, { handed, fetched, kills }: Happened): Promise<string[]> {
  const { db, tenantId, pulled } = tried
  // What a file still holds is replayed by the next collector, which runs by now.
  const isSure = (at: number) => kills.every(({ from, to }) => at < from - graceMs || at > to + noticedMs)
  const sure = [...handed].filter(([, at]) => isSure(at)).map(([text]) => text)
  let texts = await readTexts(tried)
  for (let waits = 0; waits < 300 && sure.some((text) => !texts.includes(text)); waits++) {
    await pause(200)
    texts = await readTexts(tried)
  }
  const times = (text: string) => texts.filter((one) => one === text).length
  const { rows } = await inTenant(db, tenantId, (tx) =>
    sql<{ seq: number; behind: number }>`
      select (cursor ->> 'seq')::int as seq,
        (select count(*)::int from message_record where account_id = ${pulled} and headers ->> 'x-archive-seq' is not null
          and (headers ->> 'x-archive-seq')::int <= (cursor ->> 'seq')::int) as behind
      from account_session where account_id = ${pulled}`.execute(tx),
  )
  const [cursor] = rows
  return [
    ...sure.filter((text) => times(text) === 0).map((text) => `${text} was handed over and is not stored`),
    ...fetched.filter((text) => times(text) === 0).map((text) => `${text} is in the archive and not stored`),
    ...[...handed.keys(), ...fetched]
      .filter((text) => times(text) > 1)
      .map((text) => `${text} is stored twice`),
    ...(cursor && cursor.behind < cursor.seq
      ? [`The cursor is at ${cursor.seq}, and ${cursor.behind} rows are behind it`]
      : []),
  ]
}

export function describeCollected(result: CollectedResult): string {
  const { seed, killedAtMs, handed, fetched, violations } = result
  const line = `seed ${seed}: collectors killed at ${killedAtMs.join(', ')} ms; ${handed} handed over, ${fetched} to fetch`
  if (violations.length === 0) return `${line}: ok`
  return [`${line}: FAILED`, ...violations.slice(0, 20).map((one) => `  ${one}`)].join('\n')
}
