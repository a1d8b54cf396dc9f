/** Messages that we have and the list of their provider lacks. Source: docs/decisions/0181-lists-both-ways.md. */
import { dayMs } from '@verbatim/contract/durations.ts'
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
  /** What came before has another place at its provider. */
  readonly since: Date
}

/**
 * Notes our messages of this time that the list does not have. Their own time may not be the one that the list goes by, so the provider is
 * asked about each; about one that it had, again after a day.
 * @param isId Whether a key names a message at the provider.
 */
export async function noteUnlisted(
  tx: TenantTx,
  { id, from, before, since }: Compared,
  { ids, keys }: Listed,
  { isId, now }: { readonly isId: (key: string) => boolean; readonly now: Date },
): Promise<void> {
  const { rows: ours } = await sql<{ id: MessageId; account: AccountId; key: string }>`
    select id, account_id as account, message_key as key from message
    where account_id = any(array${accountsOf(id)}) and posted_at >= ${from} and posted_at < ${before}
      and captured_at >= ${since} and not ${isLine('message')}`.execute(tx)
  const unlisted = ours.flatMap(({ id: messageId, account, key }) =>
    ids.has(messageId) || keys.has(key) || !isId(key) ? [] : [{ id: messageId, account }],
  )
  if (unlisted.length === 0) return
  await sql`insert into unlisted_message (message_id, account_id, found_at)
    select id, account, ${now} from ${rowsOf({ id: 'uuid', account: 'uuid' }, unlisted)}
    on conflict (tenant_id, message_id) do update set found_at = excluded.found_at, asked_at = null, is_gone = null
    where not unlisted_message.is_gone and unlisted_message.asked_at < ${new Date(now.getTime() - dayMs)}`.execute(
    tx,
  )
}

/** Those of an account and of the ones that receive through it whose provider has not answered, at most so many: the ones asked last at the end. */
export async function findUnasked(
  tx: TenantTx,
  { id, since }: Pick<Compared, 'id' | 'since'>,
  most: number,
): Promise<{ readonly id: MessageId; readonly key: string }[]> {
  const { rows } = await sql<{ id: MessageId; key: string }>`
    select message.id, message.message_key as key from unlisted_message unlisted
    join message on message.tenant_id = unlisted.tenant_id and message.id = unlisted.message_id
    where unlisted.account_id = any(array${accountsOf(id)}) and unlisted.is_gone is null and message.captured_at >= ${since}
    order by unlisted.asked_at nulls first, unlisted.found_at, message.id limit ${most}`.execute(tx)
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
    where message_id = given.id and is_gone is null`.execute(tx)
}

/** The messages of an account that only we have. */
export const goneMessages = (id: AccountId): RawBuilder<unknown> => sql`(
  select message.id, message.posted_at, message.conversation_id from unlisted_message unlisted
  join message on message.tenant_id = unlisted.tenant_id and message.id = unlisted.message_id
  where unlisted.account_id = ${id} and unlisted.is_gone)`

/** The messages of an account that its list lacks, and that its provider is still to be asked about: those that `findUnasked` finds. */
export const unaskedMessages = (id: AccountId): RawBuilder<unknown> => sql`(
  select message.id, message.posted_at from channel_account account
  join channel_account list on list.tenant_id = account.tenant_id and list.id = coalesce(account.source_id, account.id)
  join unlisted_message unlisted on unlisted.tenant_id = account.tenant_id and unlisted.account_id = account.id
  join message on message.tenant_id = unlisted.tenant_id and message.id = unlisted.message_id
  where account.id = ${id} and unlisted.is_gone is null and list.list_after is not null and message.captured_at >= list.list_place_since)`
