/** Messages that we have and the list of their provider lacks. Source: docs/decisions/0181-lists-both-ways.md. */
import type { AccountId, MessageId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { isLine } from '#schema/said.ts'
import { accountsOf } from './known-messages.ts'

/** What a list had in some time. */
export interface Listed {
  /** Those of its messages that we had. */
  readonly ids: ReadonlySet<string>
  /** The keys of all of them, as they are stored. */
  readonly keys: ReadonlySet<string>
}

interface Compared {
  /** The account with the list. */
  readonly id: AccountId
  readonly from: Date
  readonly before: Date
}

/** Notes our messages of this time that the list does not have. Their own time may not be the one that the list goes by. */
export async function noteUnlisted(
  tx: TenantTx,
  compared: Compared,
  { ids, keys }: Listed,
  now: Date,
): Promise<void> {
  for await (const ours of eachOurs(tx, compared)) {
    const unlisted = ours.flatMap(({ id, key }) => (ids.has(id) || keys.has(key) ? [] : [{ id }]))
    if (unlisted.length === 0) continue
    await sql`insert into unlisted_message (message_id, account_id, found_at)
      select id, ${compared.id}, ${now} from ${rowsOf({ id: 'uuid' }, unlisted)}
      on conflict do nothing`.execute(tx)
  }
}

interface OurMessage {
  readonly id: MessageId
  readonly key: string
}

const atOnce = 10_000

/** In the order of their times. */
async function* eachOurs(
  tx: TenantTx,
  { id, from, before }: Compared,
): AsyncGenerator<readonly OurMessage[]> {
  let after: RawBuilder<unknown> = sql`true`
  for (;;) {
    // As text, because a date has no microseconds.
    const { rows } = await sql<OurMessage & { place: string }>`
      select id, message_key as key, posted_at::text as place from message
      where account_id in ${accountsOf(id)} and posted_at >= ${from} and posted_at < ${before} and not ${isLine('message')} and ${after}
      order by posted_at, id limit ${atOnce}`.execute(tx)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = sql`(posted_at, id) > (${last.place}::timestamptz, ${last.id}::uuid)`
  }
}

/** Those that an account's provider was not asked about yet, at most so many, the first noted first. */
export async function findUnasked(tx: TenantTx, id: AccountId, most: number): Promise<OurMessage[]> {
  const { rows } = await sql<OurMessage>`
    select message.id, message.message_key as key from unlisted_message unlisted
    join message on message.tenant_id = unlisted.tenant_id and message.id = unlisted.message_id
    where unlisted.account_id = ${id} and unlisted.asked_at is null
    order by unlisted.found_at, message.id limit ${most}`.execute(tx)
  return rows
}

/** What a provider answered about one; `isGone` is null if that says nothing. */
export interface AnswerAbout {
  readonly id: MessageId
  readonly isGone: boolean | null
}

export async function recordAnswers(tx: TenantTx, answers: readonly AnswerAbout[], now: Date): Promise<void> {
  if (answers.length === 0) return
  await sql`update unlisted_message set asked_at = ${now}, is_gone = given."isGone"
    from ${rowsOf({ id: 'uuid', isGone: 'bool' }, answers)}
    where message_id = given.id and asked_at is null`.execute(tx)
}

/** The messages of an account that only we have. */
export const goneMessages = (id: AccountId): RawBuilder<unknown> => sql`(
  select message.id, message.posted_at, message.conversation_id from unlisted_message unlisted
  join message on message.tenant_id = unlisted.tenant_id and message.id = unlisted.message_id
  where unlisted.is_gone and message.account_id = ${id})`
