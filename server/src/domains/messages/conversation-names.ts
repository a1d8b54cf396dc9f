/** Conversations with several names, such as those with a person whose number was not known at first. */
import type { AccountId, ConversationId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { followContext } from '#domains/themes/context-commands.ts'
import { insertMany, rowsOf, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { MessageFact } from './facts.ts'

/** The chat of several accounts is stored under one of them. */
interface ConversationPlace {
  readonly accountId: AccountId
  readonly key: string
}

interface ConversationNames {
  /** The account and the name under which the conversation of a message is, or will be, stored. */
  placeOf(fact: MessageFact): ConversationPlace
  /** Stores what was learnt, once the conversations are. */
  keep(tx: TenantTx, idOf: (accountId: AccountId, key: string) => ConversationId | undefined): Promise<void>
}

const nameIn = (accountId: AccountId, key: string) => `${accountId}|${key}`
const nameOf = ({ accountId, key }: ConversationPlace) => nameIn(accountId, key)
/** All names of the conversation of a message. */
export const conversationKeysIn = ({ event }: MessageFact) =>
  [event.conversationKey, ...(event.conversationAliases ?? [])].map(storable)

/** A conversation, which is not stored yet if it has no id. */
interface Home extends ConversationPlace {
  readonly id: ConversationId | undefined
}

/**
 * Under which name each message belongs. The conversation that was there first keeps its name; the others lead to it from now on,
 * in whatever order they come. If two that were there turn out to be one, the later one is merged into the earlier one.
 * Source: docs/decisions/0121-two-names-one-conversation.md.
 */
export async function nameConversations(
  tx: TenantTx,
  facts: readonly MessageFact[],
): Promise<ConversationNames> {
  const aliases = await findAliases(tx, facts)
  const named = facts.filter(({ event }) => event.conversationAliases?.length)
  const names = new Names(aliases, await findStanding(tx, named))
  for (const fact of named) names.learn(fact.accountId, conversationKeysIn(fact))
  return {
    placeOf({ accountId, event }) {
      const key = storable(event.conversationKey)
      return names.homeOf(accountId, key) ?? { accountId, key }
    },
    async keep(within, idOf) {
      await mergeConversations(within, names.merged)
      const rows = names.learnt.flatMap(({ accountId, alias }) => {
        const home = names.homeOf(accountId, alias)
        const id = home && (idOf(home.accountId, home.key) ?? home.id)
        return id ? [{ account_id: accountId, alias, conversation_id: id }] : []
      })
      const columns = { account_id: 'uuid', alias: 'text', conversation_id: 'uuid' }
      const table = { table: 'conversation_alias', conflict: sql`on conflict do nothing` } as const
      if (rows.length > 0) await insertMany(within, table, columns, rows)
    },
  }
}

/** Conversations by any of their names, each as the one that it turned out to be. */
export const namedConversations = (keys: readonly string[]) => sql<{
  account_id: AccountId
  key: string
  id: ConversationId
}>`select account_id, conversation_key as key, coalesce(merged_into, id) as id
  from conversation where conversation_key = any(${keys}::text[])
  union select account_id, alias, conversation_id from conversation_alias where alias = any(${keys}::text[])`

/** The same, by account and name. */
export async function findNamed(
  tx: TenantTx,
  keys: readonly string[],
): Promise<(accountId: AccountId, key: string) => ConversationId | undefined> {
  const { rows } = await namedConversations(keys).execute(tx)
  const ids = new Map(rows.map((row) => [nameIn(row.account_id, row.key), row.id]))
  return (accountId, key) => ids.get(nameIn(accountId, key))
}

/** Further names of conversations. One that is another conversation's stays with that one. */
export async function nameAlso(
  tx: TenantTx,
  named: readonly {
    readonly accountId: AccountId
    readonly alias: string
    readonly conversationId: ConversationId
  }[],
): Promise<void> {
  if (named.length === 0) return
  const rows = named.map(({ accountId, alias, conversationId }) => ({
    account_id: accountId,
    alias,
    conversation_id: conversationId,
  }))
  await sql`insert into conversation_alias (account_id, alias, conversation_id)
    select given.account_id, given.alias, given.conversation_id
    from ${rowsOf({ account_id: 'uuid', alias: 'text', conversation_id: 'uuid' }, rows)}
    where not exists (select from conversation
      where conversation.account_id = given.account_id and conversation.conversation_key = given.alias)
    on conflict do nothing`.execute(tx)
}

/** All names of an account's conversations but those under which they are stored. */
export async function findFurtherNames(tx: TenantTx, accountId: AccountId): Promise<string[]> {
  const rows = await tx
    .selectFrom('conversation_alias')
    .where('account_id', '=', accountId)
    .select('alias')
    .execute()
  return rows.map(({ alias }) => alias)
}

/** Known messages that come again may be the first that name a person in both ways. */
export async function joinNamed(tx: TenantTx, again: readonly MessageFact[]): Promise<void> {
  const named = again.filter(({ event }) => event.conversationAliases?.length)
  if (named.length === 0) return
  const names = await nameConversations(tx, named)
  await names.keep(tx, () => undefined)
}

class Names {
  /** The conversations that keep their names, and to which other names lead. */
  readonly #homes: Map<string, Home>
  readonly #learnt = new Map<string, { readonly accountId: AccountId; readonly alias: string }>()
  readonly #merged = new Map<ConversationId, ConversationId>()
  readonly #stored: ReadonlySet<string>

  constructor(aliases: ReadonlyMap<string, Home>, standing: ReadonlyMap<string, Home>) {
    this.#homes = new Map([...standing, ...aliases])
    this.#stored = new Set(aliases.keys())
  }

  homeOf(accountId: AccountId, key: string): Home | undefined {
    return this.#homes.get(nameIn(accountId, key))
  }

  get learnt() {
    return [...this.#learnt.values()]
  }

  /** Each with the conversation that it turned out to be. */
  get merged(): ReadonlyMap<ConversationId, ConversationId> {
    return this.#merged
  }

  /** These names mean one conversation. */
  learn(accountId: AccountId, keys: readonly string[]): void {
    const there = keys.flatMap((key) => this.homeOf(accountId, key) ?? [])
    const [home = { id: undefined, accountId, key: keys[0] ?? '' }] = there.toSorted(byAge)
    const others = new Map(there.map((one) => [nameOf(one), one]))
    others.delete(nameOf(home))
    for (const [name, known] of this.#homes) {
      if (!others.has(nameOf(known))) continue
      if (known.id && home.id) this.#merge(known.id, home.id)
      this.#homes.set(name, home)
    }
    this.#homes.set(nameOf(home), home)
    const aliases = [
      ...keys.map((key) => ({ accountId, key })),
      ...[...others.values()].filter((one) => one.accountId === accountId),
    ]
    for (const { key: alias } of aliases) {
      const name = nameIn(accountId, alias)
      this.#homes.set(name, home)
      if (name !== nameOf(home) && !this.#stored.has(name)) this.#learnt.set(name, { accountId, alias })
    }
  }

  #merge(id: ConversationId, into: ConversationId): void {
    for (const [earlier, its] of this.#merged) if (its === id) this.#merged.set(earlier, into)
    this.#merged.set(id, into)
  }
}

/** Ids are in the order of time; those that are not stored yet are the latest. */
const byAge = ({ id: a = '~' as ConversationId }: Home, { id: b = '~' as ConversationId }: Home) =>
  a < b ? -1 : Number(a > b)

/**
 * A trigger moves what belongs to them: their messages are in one thread from now on, in which short ones may follow others than
 * before.
 */
export async function mergeConversations(
  tx: TenantTx,
  merged: ReadonlyMap<ConversationId, ConversationId>,
): Promise<void> {
  const rows = [...merged].map(([id, into_id]) => ({ id, into_id }))
  if (rows.length === 0) return
  const moved = await tx
    .selectFrom('message')
    .where('conversation_id', '=', sql<ConversationId>`any(${[...merged.keys()]}::uuid[])`)
    .select('id')
    .execute()
  await sql`update conversation set merged_into = given.into_id from ${rowsOf({ id: 'uuid', into_id: 'uuid' }, rows)}
    where conversation.id = given.id and conversation.merged_into is null`.execute(tx)
  await followContext(
    tx,
    moved.map(({ id }) => id),
  )
}

async function findAliases(tx: TenantTx, facts: readonly MessageFact[]): Promise<Map<string, Home>> {
  const { rows } = await sql<{
    account_id: AccountId
    alias: string
    id: ConversationId
    home_account: AccountId
    key: string
  }>`
    select named.account_id, named.alias, conversation.id, conversation.account_id as home_account, conversation.conversation_key as key
    from conversation_alias named join conversation
      on conversation.tenant_id = named.tenant_id and conversation.id = named.conversation_id
    where named.account_id = any(${accountsOf(facts)}::uuid[]) and named.alias = any(${[...new Set(facts.flatMap(conversationKeysIn))]}::text[])`.execute(
    tx,
  )
  return new Map(
    rows.map(({ account_id, alias, id, home_account: accountId, key }) => [
      nameIn(account_id, alias),
      { id, accountId, key },
    ]),
  )
}

/** Conversations by the names under which they are stored. */
async function findStanding(tx: TenantTx, facts: readonly MessageFact[]): Promise<Map<string, Home>> {
  if (facts.length === 0) return new Map()
  const rows = await tx
    .selectFrom('conversation')
    .where('account_id', '=', sql<AccountId>`any(${accountsOf(facts)}::uuid[])`)
    .where(
      'conversation_key',
      '=',
      sql<string>`any(${[...new Set(facts.flatMap(conversationKeysIn))]}::text[])`,
    )
    .where('merged_into', 'is', null)
    .select(['account_id', 'id', 'conversation_key as key'])
    .execute()
  return new Map(
    rows.map(({ account_id: accountId, id, key }) => [nameIn(accountId, key), { id, accountId, key }]),
  )
}

const accountsOf = (facts: readonly MessageFact[]) => [...new Set(facts.map(({ accountId }) => accountId))]
