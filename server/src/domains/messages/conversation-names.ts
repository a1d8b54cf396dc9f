/** Conversations with several names, such as those with a person whose number was not known at first. */
import type { AccountId, ConversationId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { insertMany, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { MessageFact } from './facts.ts'

export interface ConversationNames {
  /** The name under which the conversation of a message is, or will be, stored. */
  keyOf(fact: MessageFact): string
  /** Stores what was learnt, once the conversations are. */
  keep(tx: TenantTx, idOf: (accountId: AccountId, key: string) => ConversationId | undefined): Promise<void>
}

const nameIn = (accountId: AccountId, key: string) => `${accountId}|${key}`
const keysIn = ({ event }: MessageFact) =>
  [event.conversationKey, ...(event.conversationAliases ?? [])].map(storable)

/**
 * Under which name each message belongs. The conversation that was there first keeps its name; the others lead to it from now on,
 * in whatever order they come. Two conversations that both were there stay, and what is said from now on is in one of them.
 */
export async function nameConversations(
  tx: TenantTx,
  facts: readonly MessageFact[],
): Promise<ConversationNames> {
  const canonical = await findAliases(tx, facts)
  const named = facts.filter(({ event }) => event.conversationAliases?.length)
  const standing = await findStanding(tx, named)
  const learnt = new Map<string, { accountId: AccountId; alias: string; key: string }>()
  for (const fact of named) {
    const { accountId } = fact
    const keys = keysIn(fact)
    const known = keys.map((key) => canonical.get(nameIn(accountId, key))).find((key) => key !== undefined)
    const key = known ?? keys.find((one) => standing.has(nameIn(accountId, one))) ?? keys[0] ?? ''
    standing.add(nameIn(accountId, key))
    for (const alias of keys) {
      const name = nameIn(accountId, alias)
      if (alias === key || canonical.has(name)) continue
      canonical.set(name, key)
      learnt.set(name, { accountId, alias, key })
    }
  }
  return {
    keyOf({ accountId, event }) {
      const key = storable(event.conversationKey)
      return canonical.get(nameIn(accountId, key)) ?? key
    },
    async keep(within, idOf) {
      const rows = [...learnt.values()].flatMap(({ accountId, alias, key }) => {
        const id = idOf(accountId, key)
        return id ? [{ account_id: accountId, alias, conversation_id: id }] : []
      })
      const columns = { account_id: 'uuid', alias: 'text', conversation_id: 'uuid' }
      const table = { table: 'conversation_alias', conflict: sql`on conflict do nothing` } as const
      if (rows.length > 0) await insertMany(within, table, columns, rows)
    },
  }
}

async function findAliases(tx: TenantTx, facts: readonly MessageFact[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ account_id: AccountId; alias: string; conversation_key: string }>`
    select named.account_id, named.alias, conversation.conversation_key
    from conversation_alias named join conversation
      on conversation.tenant_id = named.tenant_id and conversation.id = named.conversation_id
    where named.account_id = any(${accountsOf(facts)}::uuid[]) and named.alias = any(${[...new Set(facts.flatMap(keysIn))]}::text[])`.execute(
    tx,
  )
  return new Map(rows.map((row) => [nameIn(row.account_id, row.alias), row.conversation_key]))
}

/** The names under which conversations are stored. */
async function findStanding(tx: TenantTx, facts: readonly MessageFact[]): Promise<Set<string>> {
  if (facts.length === 0) return new Set()
  const rows = await tx
    .selectFrom('conversation')
    .where('account_id', '=', sql<AccountId>`any(${accountsOf(facts)}::uuid[])`)
    .where('conversation_key', '=', sql<string>`any(${[...new Set(facts.flatMap(keysIn))]}::text[])`)
    .select(['account_id', 'conversation_key'])
    .execute()
  return new Set(rows.map((row) => nameIn(row.account_id, row.conversation_key)))
}

const accountsOf = (facts: readonly MessageFact[]) => [...new Set(facts.map(({ accountId }) => accountId))]
