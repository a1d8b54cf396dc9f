import type pg from 'pg'
import type { Blobs } from '#platform/blobs.ts'
import { openPatientReader } from '#platform/files/patient-reader.ts'
import { isSealedWith } from '#platform/installation/seal.ts'
import { openSnapshot } from '#platform/backup/snapshot.ts'
import { onlyRow } from '#platform/rows.ts'
import type { Schema } from '#schema/sql-files.ts'
import { findAccess } from './access.ts'
import { checkAttachments } from './attachments.ts'
import { findMisnotedHours } from './compared-hours.ts'
import { findGuards } from './guards.ts'
import { checkRecords } from './records.ts'
import { findSettings } from './settings.ts'
import { findOrSay } from './unreadable.ts'

export interface VerifyOptions {
  readonly ownerUrl: string
  readonly secret: Buffer
  /** Of this release. Its guards must be in the database. */
  readonly schema: Schema
  /** The store of attachments; without it, they are not checked. */
  readonly blobs?: Pick<Blobs, 'get' | 'list'> | undefined
  /** A temporary database need not write through to disk. */
  readonly ignoresDurability?: boolean
  /** Findings about what is kept beside the rows that it is found from. @param most How many of one kind are named. */
  readonly findDiffering: (client: pg.Client, most: number) => Promise<string[]>
  readonly now: Date
  /** Ends it, also while it waits for an answer. */
  readonly signal?: AbortSignal | undefined
  /** Gets each finding at once, so that none is lost if a later check ends the whole. */
  readonly report?: (finding: string) => void
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
 * Checks an installation, running or not: the hash of every record and attachment, references to missing rows, files that no row
 * names, the counters, privileges, guards, and the settings that records depend on. It changes nothing.
 * What cannot be read, such as a damaged page, is a finding too, and all else is checked.
 */
export async function verify(options: VerifyOptions): Promise<Verified> {
  const { ownerUrl, secret, blobs, signal, tell, report = () => {} } = options
  await using snapshot = await openSnapshot(ownerUrl, signal)
  const { client } = snapshot
  const findings: string[] = []
  tell('seal and settings')
  const note = (finding: string) => {
    findings.push(finding)
    report(finding)
  }
  const check = async (what: string, find: () => Promise<string[]>) =>
    (await findOrSay(client, what, find)).forEach(note)
  await check('The seal', () => findStrangeness(client, secret))
  await check('The settings', () => findSettings(client, options.ignoresDurability ?? false))
  await check('The privileges', () => findAccess(client))
  await check('The guards', () => findGuards(client, options.schema))
  tell('counts')
  for (const find of references) await check(`References of ${find[0]}`, () => findLoose(client, find))
  for (const name of await findTenantTables(client))
    await check(`The organizations of ${name}`, () => findStrays(client, name))
  await check('The counters of accounts', () => findMiscounts(client))
  await check('Compared hours', () => findMisnotedHours(client, namedAtMost))
  await check('What is kept beside messages', () => options.findDiffering(client, namedAtMost))
  const since = performance.now()
  const records = await checkRecords({ client, most: namedAtMost, note, tell })
  const recordMs = performance.now() - since
  let attachments = 0
  if (blobs)
    await check('Attachments', async () => {
      const [read, { now }] = [openPatientReader(blobs, { signal }), options]
      attachments = await checkAttachments({ snapshot, read, blobs, now, most: namedAtMost, note, tell })
      return []
    })
  return { findings, records, recordMs, attachments }
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
  ['message', 'mirror_of', 'message', 'id'],
  ['attachment', 'message_id', 'message', 'id'],
  ['evidence', 'message_id', 'message', 'id'],
  ['evidence', 'event_id', 'cognitive_event', 'id'],
  ['cognitive_event', 'conversation_id', 'conversation', 'id'],
] as const

async function findLoose(
  client: pg.Client,
  [table, column, target, key]: (typeof references)[number],
): Promise<string[]> {
  const counted = await client.query<{ n: number; some: string[] }>(
    `select count(*)::int as n, (array_agg(r.id::text))[1:${namedAtMost}] as some from
       (select t.${column} as id from ${table} t where t.${column} is not null and not exists
         (select from ${target} o where o.tenant_id = t.tenant_id and o.${key} = t.${column})) r`,
  )
  const { n, some } = onlyRow(counted)
  return n > 0 ? [`Rows of ${table} that refer to a missing ${target}: ${n} (${some.join(', ')}).`] : []
}

async function findTenantTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'organization' order by 1`,
  )
  return rows.map(({ name }) => name)
}

async function findStrays(client: pg.Client, name: string): Promise<string[]> {
  const counted = await client.query<{ n: number }>(
    `select count(*)::int as n from ${name} t where not exists (select from organization o where o.tenant_id = t.tenant_id)`,
  )
  const { n } = onlyRow(counted)
  return n > 0 ? [`Rows of ${name} that belong to a missing organization: ${n}.`] : []
}

/** Compares an account's counters with its stored records. */
async function findMiscounts(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ account: string; counted: string; kept: string }>(
    `select coalesce(t.account_id, r.account_id)::text as account, coalesce(t.counted, 0)::text as counted, coalesce(r.kept, 0)::text as kept
     from (select tenant_id, account_id, accepted + quarantined as counted from account_counters) t
     full join (select tenant_id, account_id, count(*) as kept from message_record group by 1, 2) r using (tenant_id, account_id)
     where coalesce(t.counted, 0) <> coalesce(r.kept, 0) order by 1 limit ${namedAtMost}`,
  )
  return rows.map(
    ({ account, counted, kept }) =>
      `The account ${account} counts ${counted} records, but ${kept} are stored.`,
  )
}
