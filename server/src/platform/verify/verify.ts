import type pg from 'pg'
import { createHash } from 'node:crypto'
import { TenantId } from '@verbatim/contract/ids.ts'
import type { Blobs } from '#platform/blobs.ts'
import { isSealedWith } from '#platform/installation/seal.ts'
import { referencesQuery } from '#platform/backup/attachments.ts'
import { Cursor, linesOf } from '#platform/backup/rows.ts'
import { openSnapshot, type Snapshot } from '#platform/backup/snapshot.ts'
import { findAccess } from './access.ts'
import { findMisnotedHours } from './compared-hours.ts'
import { findSettings } from './settings.ts'

export interface VerifyOptions {
  readonly ownerUrl: string
  readonly secret: Buffer
  /** The store of attachments; without it, they are not checked. */
  readonly blobs?: Pick<Blobs, 'get' | 'list'> | undefined
  /** A temporary database need not write through to disk. */
  readonly ignoresDurability?: boolean
  /** Findings about what is kept beside the rows that it is found from. @param most How many of one kind are named. */
  readonly findDiffering: (client: pg.Client, most: number) => Promise<string[]>
  readonly now: Date
  /** Ends it, also while it waits for an answer. */
  readonly signal?: AbortSignal | undefined
  readonly tell: (text: string) => void
}

interface Verified {
  /** The findings, one sentence each. None means that everything checked is right. */
  readonly findings: readonly string[]
  readonly records: number
  readonly recordMs: number
  readonly attachments: number
}

/** How many of one kind are named; the others are only counted. */
const namedAtMost = 10

/**
 * Checks a running installation: the hash of every record and attachment, references to missing rows, files that no row
 * names, the counters, privileges, and the settings that records depend on. It changes nothing.
 */
export async function verify(options: VerifyOptions): Promise<Verified> {
  const { ownerUrl, secret, blobs, tell } = options
  await using snapshot = await openSnapshot(ownerUrl, options.signal)
  const { client } = snapshot
  const findings: string[] = []
  tell('seal and settings')
  findings.push(...(await findStrangeness(client, secret)))
  findings.push(...(await findSettings(client, options.ignoresDurability ?? false)))
  findings.push(...(await findAccess(client)))
  tell('counts')
  findings.push(...(await findLoose(client)), ...(await findMiscounts(client)))
  findings.push(...(await options.findDiffering(client, namedAtMost)))
  const since = performance.now()
  const records = await checkRecords(client, tell)
  const recordMs = performance.now() - since
  findings.push(...records.findings)
  const attachments = blobs
    ? await checkAttachments({ snapshot, blobs, tell, signal: options.signal }, options.now)
    : { count: 0, findings: [] }
  findings.push(...attachments.findings)
  return { findings, records: records.count, recordMs, attachments: attachments.count }
}

async function findStrangeness(client: pg.Client, secret: Buffer): Promise<string[]> {
  const { rows } = await client.query<{ id: string; seal: Buffer; organizations: number; found: number }>(
    'select id, seal, organizations, (select count(*)::int from organization) as found from installation',
  )
  const [sealed] = rows
  if (!sealed) return ['The database has no seal, so its installation is unknown.']
  const { id, organizations, found } = sealed
  return [
    ...(isSealedWith(sealed, secret)
      ? []
      : [`The database belongs to installation ${id}, which has a different secret.`]),
    ...(organizations === found
      ? []
      : [`${organizations} organizations were counted, but ${found} were found.`]),
  ]
}

/** References between rows that the database does not enforce. */
const references = [
  ['message', 'record_id', 'message_record', 'id'],
  ['message_revision', 'record_id', 'message_record', 'id'],
  ['message_event', 'record_id', 'message_record', 'id'],
  ['record_backlog', 'record_id', 'message_record', 'id'],
  ['quarantined_record', 'record_id', 'message_record', 'id'],
  ['message_record', 'account_id', 'channel_account', 'id'],
  ['message', 'conversation_id', 'conversation', 'id'],
  ['attachment', 'message_id', 'message', 'id'],
  ['evidence', 'message_id', 'message', 'id'],
  ['evidence', 'event_id', 'cognitive_event', 'id'],
  ['cognitive_event', 'conversation_id', 'conversation', 'id'],
] as const

async function findLoose(client: pg.Client): Promise<string[]> {
  const findings: string[] = []
  for (const [table, column, target, key] of references) {
    const { rows } = await client.query<{ n: number; some: string[] }>(
      `select count(*)::int as n, (array_agg(r.id::text))[1:${namedAtMost}] as some from
         (select t.${column} as id from ${table} t where t.${column} is not null and not exists
           (select from ${target} o where o.tenant_id = t.tenant_id and o.${key} = t.${column})) r`,
    )
    const [{ n, some } = { n: 0, some: [] }] = rows
    if (n > 0) findings.push(`${n} rows of ${table} refer to a missing ${target}: ${some.join(', ')}.`)
  }
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'organization' order by 1`,
  )
  for (const { name } of tables) {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${name} t where not exists (select from organization o where o.tenant_id = t.tenant_id)`,
    )
    if (rows[0]?.n) findings.push(`${rows[0].n} rows of ${name} belong to a missing organization.`)
  }
  return findings
}

/** Compares an account's counters with its stored records, and its compared hours with its coverage. */
async function findMiscounts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ account: string; counted: string; kept: string }>(
    `select coalesce(t.account_id, r.account_id)::text as account, coalesce(t.counted, 0)::text as counted, coalesce(r.kept, 0)::text as kept
     from (select tenant_id, account_id, accepted + quarantined as counted from account_counters) t
     full join (select tenant_id, account_id, count(*) as kept from message_record group by 1, 2) r using (tenant_id, account_id)
     where coalesce(t.counted, 0) <> coalesce(r.kept, 0) order by 1 limit ${namedAtMost}`,
  )
  const findings = rows.map(
    ({ account, counted, kept }) =>
      `The account ${account} counts ${counted} records, but ${kept} are stored.`,
  )
  return [...findings, ...(await findMisnotedHours(client, namedAtMost))]
}

async function checkRecords(client: pg.Client, tell: VerifyOptions['tell']) {
  const { rows: tenants } = await client.query<{ id: string }>(
    'select tenant_id as id from organization union select tenant_id from message_record order by 1',
  )
  const findings: string[] = []
  let count = 0
  for (const { id } of tenants) {
    const { rows } = await client.query<{ n: string; bad: number; some: string[] | null }>(
      `select count(*) as n, count(*) filter (where sha256 <> sha256(bytes))::int as bad,
              (array_agg(id::text) filter (where sha256 <> sha256(bytes)))[1:${namedAtMost}] as some
       from message_record where tenant_id = $1`,
      [id],
    )
    const [found] = rows
    count += Number(found?.n ?? 0)
    tell(`${count.toLocaleString('en')} records`)
    if (found?.bad)
      findings.push(`${found.bad} records differ from what was received: ${(found.some ?? []).join(', ')}.`)
  }
  return { count, findings }
}

interface Checking extends Pick<VerifyOptions, 'tell'> {
  readonly signal: AbortSignal | undefined
  readonly snapshot: Snapshot
  readonly blobs: Pick<Blobs, 'get' | 'list'>
}

async function checkAttachments({ snapshot, blobs, tell, signal }: Checking, now: Date) {
  const findings: string[] = []
  const tenants = new Map<string, Set<string>>()
  const { rows } = await snapshot.client.query<{ id: string }>('select tenant_id as id from organization')
  for (const { id } of rows) tenants.set(id, new Set())
  let [count, bad] = [0, 0]
  const named = await Cursor.open(linesOf(snapshot.copy(referencesQuery)))
  for (; named.line !== undefined; await named.advance()) {
    signal?.throwIfAborted()
    const [tenant = '', sha256 = ''] = named.line.split('\t')
    const known = tenants.get(tenant) ?? new Set<string>()
    tenants.set(tenant, known.add(sha256))
    count += 1
    if (count % 100 === 0) tell(`${count.toLocaleString('en')} attachments`)
    const wrong = await blobs.get(TenantId.parse(tenant), Buffer.from(sha256, 'hex')).then(
      (bytes) => (createHash('sha256').update(bytes).digest('hex') === sha256 ? undefined : 'damaged'),
      (error: { name?: string; code?: string }) => {
        if (error.name === 'FileMissing' || error.code === 'ENOENT') return 'missing'
        if (error.name === 'FileDamaged') return 'damaged'
        throw error
      },
    )
    if (wrong && ++bad <= namedAtMost)
      findings.push(`The attachment ${sha256} of organization ${tenant} is ${wrong}.`)
  }
  if (bad > namedAtMost) findings.push(`${bad - namedAtMost} more attachments are missing or damaged.`)
  for (const [tenant, known] of tenants) {
    const loose: string[] = []
    for await (const { sha256, writtenAt } of blobs.list(TenantId.parse(tenant))) {
      // A file that was just written may still be waiting for its row.
      const isFresh = now.getTime() - writtenAt.getTime() < 60 * 60_000
      if (!isFresh && !known.has(sha256.toString('hex'))) loose.push(sha256.toString('hex'))
    }
    if (loose.length > 0)
      findings.push(
        `${loose.length} files of organization ${tenant} are not referenced: ${loose.slice(0, namedAtMost).join(', ')}.`,
      )
  }
  return { count, findings }
}
