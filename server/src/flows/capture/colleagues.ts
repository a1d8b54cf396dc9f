/** Whom a source shows beside the people of a chat. Source: docs/decisions/0176-chats-in-a-journal.md. */
import { findPersons } from '#domains/contacts/queries.ts'
import type { Fact } from '#domains/messages/facts.ts'
import type { TenantTx } from '#platform/db.ts'

/** Events with the colleagues among those whom their messages show. One statement for any number, and none if there are none to look for. */
export async function withColleagues(tx: TenantTx, facts: readonly Fact[]): Promise<Fact[]> {
  const shown = facts.flatMap(({ event }) => (event.kind === 'message' ? (event.colleagues ?? []) : []))
  const persons = await findPersons(tx, [...new Set(shown.map(({ identity }) => identity.value))])
  return facts.map((fact) => {
    const { event } = fact
    if (event.kind !== 'message' || !event.colleagues) return fact
    const colleagues = event.colleagues.filter(({ identity }) => persons.of(identity.value, [])?.userId)
    if (colleagues.length === 0) return fact
    return { ...fact, event: { ...event, participants: [...event.participants, ...colleagues] } }
  })
}
