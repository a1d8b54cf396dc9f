/**
 * The accounts of a conversation, as SQL: the chat of several accounts has turned out to be one, and is stored under one of them.
 * Source: docs/decisions/0171-copies-of-colleagues.md.
 */
import type { AccountId, ConversationId, UserId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'

/** Those of the conversation with this id, which others may have been merged into. */
export const accountsOf = (conversation: RawBuilder<unknown> | ConversationId): RawBuilder<AccountId[]> =>
  sql<
    AccountId[]
  >`array(select part.account_id from conversation part where part.id = ${conversation} or part.merged_into = ${conversation})`

/**
 * The account of their conversation whose own address a row of `participant` has, to be joined as `account`: of several with one address, the
 * one that is not removed. Few rows have the address of any account, so the accounts of the conversation are asked of these alone.
 */
export const joinOwnAccount = (participant: string, account: string): RawBuilder<unknown> => {
  const theirs = (name: string) => sql.ref(`${participant}.${name}`)
  const own = (name: string) => sql.ref(`${account}.${name}`)
  const ofConversation = sql`any(${accountsOf(sql.ref(`${participant}.conversation_id`))})`
  return sql`left join channel_account ${sql.ref(account)} on ${own('tenant_id')} = ${theirs('tenant_id')} and ${own('address')} = ${theirs('address')}
    and ${own('id')} = ${ofConversation}
    and not exists (select from channel_account better where better.tenant_id = ${own('tenant_id')} and better.address = ${own('address')}
      and better.id = ${ofConversation}
      and (better.removed_at is not null, better.id) < (${own('removed_at')} is not null, ${own('id')}))`
}

/**
 * Whether a row of `participant` has the own address of an account of their conversation that is another's than this user's by now: it
 * belongs to its owner of now alone. Source: docs/decisions/0154-former-owners.md.
 */
export const hasAddressOfOthers = (participant: string, userId: UserId): RawBuilder<boolean> => {
  const theirs = (name: string) => sql.ref(`${participant}.${name}`)
  const isOthers = sql`account.owner_id is distinct from ${userId} and (account.owner_id is not null
    or exists (select from account_former_owner former where former.tenant_id = account.tenant_id and former.account_id = account.id))`
  return sql<boolean>`(${theirs('address')} in (select account.address from channel_account account where ${isOthers})
    and ${theirs('address')} in (select account.address from channel_account account
      where ${isOthers} and account.id = any(${accountsOf(sql.ref(`${participant}.conversation_id`))})))`
}
