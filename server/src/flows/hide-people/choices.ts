/** The choices for narrowing a list, under pseudonyms: words are looked for in the pseudonyms, because names would show who has one. */
import type { ConversationId, MessageId } from '@verbatim/contract/ids.ts'
import { type MessageSourceKind, mostSources } from '@verbatim/contract/messages.ts'
import { sql } from 'kysely'
import { withinScope } from '#access/scope-sql.ts'
import { findPeople } from '#domains/messages/people-queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Pseudonyms } from '#kernel/pseudonyms.ts'
import type { TenantTx } from '#platform/db.ts'

interface Choice {
  readonly id: string
  readonly name: string
}

interface Chosen {
  readonly kind: MessageSourceKind
  readonly search: string
  readonly choices: readonly Choice[]
}

/** The choices whose pseudonym has the words, in the order of the pseudonyms. */
export async function hideChoices(
  tx: TenantTx,
  actor: Actor,
  { kind, search, choices }: Chosen,
  pseudonyms: Pseudonyms,
): Promise<Choice[]> {
  const hidden =
    kind === 'conversation'
      ? await conversations(tx, actor, choices, pseudonyms)
      : await people(tx, kind, choices, pseudonyms)
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean)
  return hidden
    .filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .slice(0, mostSources)
}

async function people(
  tx: TenantTx,
  kind: Exclude<MessageSourceKind, 'conversation'>,
  choices: readonly Choice[],
  { nameOf, veil }: Pseudonyms,
): Promise<Choice[]> {
  const ids = choices.map(({ id }) => id)
  const { rows } = await sql<{ id: string }>`
    select id from tenant_user where id = any(${ids}::uuid[])`.execute(tx)
  const users = new Set(rows.map(({ id }) => id))
  return ids.map((id) => {
    if (kind === 'account') return { id: veil(id), name: nameOf({ kind: 'account', key: `account ${id}` }) }
    const person = users.has(id)
      ? ({ kind: 'representative', key: `user ${id}` } as const)
      : ({ kind: 'client', key: `contact ${id}` } as const)
    return { id: veil(id), name: nameOf(person) }
  })
}

/** By those who wrote what the reader may see. */
async function conversations(
  tx: TenantTx,
  { scope }: Actor,
  choices: readonly Choice[],
  { nameOf }: Pseudonyms,
): Promise<Choice[]> {
  const ids = choices.map(({ id }) => id)
  const { rows } = await sql<{ id: MessageId; conversation_id: ConversationId }>`
    select distinct on (message.conversation_id, message.author_address) message.id, message.conversation_id
    from message where message.conversation_id = any(${ids}::uuid[]) and ${withinScope(scope, 'message')}
    order by message.conversation_id, message.author_address, message.id`.execute(tx)
  const found = await findPeople(tx, { conversationIds: [], messageIds: rows.map(({ id }) => id) })
  const writers = Map.groupBy(rows, ({ conversation_id }) => conversation_id)
  return choices.map(({ id }) => {
    const names = (writers.get(id as ConversationId) ?? []).flatMap((row) => {
      const person = found.author(row.id)
      return person ? nameOf(person) : []
    })
    return { id, name: [...new Set(names)].join(', ') }
  })
}
