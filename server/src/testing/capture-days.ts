/** What accounts captured and lack, as rows: for tests of coverage that start after capture. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { GapOutcome } from '@verbatim/contract/account-gaps.ts'
import type { GapKind } from '@verbatim/contract/gap-kinds.ts'
import {
  type AccountGapId,
  type AccountId,
  AttachmentId,
  type MessageId,
  RecordId,
  type UserId,
} from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { noteFormer } from '#domains/messages/content-commands.ts'
import { newId } from '#kernel/uuid.ts'
import type { TenantTx } from '#platform/db.ts'
import { insertMessages } from './messages.ts'

/** A connection that is over. */
export type Connection = readonly [since: Date, until: Date]

/** As text, for `connected_before`. */
export const rangesOf = (connections: readonly Connection[]) =>
  `{${connections.map(([since, until]) => `[${since.toISOString()},${until.toISOString()}]`).join()}}`

export interface GivenAccount {
  readonly id: AccountId
  readonly channel: Channel
  readonly name: string
  readonly owner: UserId | null
  readonly status: 'active' | 'not-available' | 'inactive' | 'available'
  readonly connectedAt: Date | null
  readonly createdAt: Date
  readonly removedAt: Date | null
  /** When it was connected before it was removed and came back. */
  readonly connectedBefore?: readonly Connection[]
  readonly isCompared: boolean
  /** It was compared until then, and is not any more. */
  readonly comparedUntil?: Date | null
  /** Its provider's list has only what is not older. */
  readonly reachHours?: number | null
}

export async function insertCapturing(
  tx: TenantTx,
  accounts: readonly GivenAccount[],
  now: Date,
): Promise<void> {
  const rows = accounts.map((account) => ({
    id: account.id,
    channel: account.channel,
    name: account.name,
    address: account.id,
    owner_id: account.owner,
    status: account.status,
    connected_at: account.connectedAt,
    created_at: account.createdAt,
    removed_at: account.removedAt,
    connected_before: rangesOf(account.connectedBefore ?? []),
    ...(account.isCompared && { list_after: now }),
    listed_until: account.isCompared ? now : (account.comparedUntil ?? null),
    list_reach_hours: account.reachHours ?? null,
  }))
  await tx.insertInto('channel_account').values(rows).execute()
}

/** Every hour from one to before another, compared to its end, except some. Those are compared to their middle, or not at all. */
export async function insertHours(
  tx: TenantTx,
  { id, from, before, holes }: { id: AccountId; from: Date; before: Date; holes: readonly Date[] },
): Promise<void> {
  await sql`insert into coverage_hour (account_id, hour, listed, recovered, compared_at)
    select ${id}, hour, 1, 0, hour + case when hour = any(${holes}::timestamptz[]) then interval '30 minutes' else interval '1 hour' end
    from generate_series(${from}::timestamptz, ${before}::timestamptz - interval '1 hour', interval '1 hour') hour
    where not (hour = any(${holes}::timestamptz[]) and extract(hour from hour)::int % 2 = 0)`.execute(tx)
}

/** A record that could not be read. */
export async function insertQuarantined(tx: TenantTx, id: AccountId, at: Date): Promise<void> {
  const recordId = RecordId.parse(newId(at))
  await tx
    .insertInto('message_record')
    .values({
      id: recordId,
      account_id: id,
      channel: 'sms',
      transport: 'webhook',
      source_key: recordId,
      sha256: Buffer.alloc(32),
      received_at: at,
      content_type: 'text/plain',
      headers: '{}',
      remote: null,
      bytes: Buffer.from('?'),
    })
    .execute()
  await tx
    .insertInto('quarantined_record')
    .values({ record_id: recordId, account_id: id, quarantined_at: at, attempts: 3, reason: 'unreadable' })
    .execute()
}

/** A message with a file that will never be fetched, or still may. */
export async function insertLostFile(
  tx: TenantTx,
  { id, at, state }: { id: AccountId; at: Date; state: 'gap' | 'pending' },
): Promise<void> {
  const [message_id] = await insertMessages(tx, [{ account_id: id, captured_at: at, posted_at: at }], at)
  if (!message_id) throw new Error('A message was given')
  await tx
    .insertInto('attachment')
    .values({ id: AttachmentId.parse(newId(at)), message_id, ordinal: 0, state })
    .execute()
}

export async function insertGap(
  tx: TenantTx,
  {
    id,
    kind = 'disconnected',
    from,
    until,
    outcome,
    lostBefore = null,
  }: {
    id: AccountId
    kind?: GapKind
    from: Date
    until: Date | null
    outcome: GapOutcome | null
    lostBefore?: Date | null
  },
): Promise<void> {
  await tx
    .insertInto('account_gap')
    .values({
      id: newId<AccountGapId>(from),
      account_id: id,
      kind,
      problem: null,
      began_at: from,
      ended_at: until,
      outcome,
      lost_before: lostBefore,
      notify_at: null,
    })
    .execute()
}

/** A message that could not be decrypted, captured at this time. */
export async function insertUndecrypted(tx: TenantTx, id: AccountId, at: Date): Promise<MessageId> {
  const line = { account_id: id, content_type: 'unsupported', flags: ['undecrypted'] } as const
  const [made] = await insertMessages(tx, [{ ...line, posted_at: at, captured_at: at }], at)
  if (!made) throw new Error('A message was given')
  return made
}

/** As when it comes after all. */
export async function openUndecrypted(tx: TenantTx, line: MessageId, now: Date): Promise<void> {
  await noteFormer(tx, [line], { now })
  await sql`update message set content_type = 'text', flags = '{}' where id = ${line}`.execute(tx)
}
