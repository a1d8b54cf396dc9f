/** Messages whose keys name people, who may be known by several names. */
import { sql } from 'kysely'
import { storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import type { MessageFact } from './facts.ts'

const nameOf = (channel: string, key: string) => `${channel}|${storable(key)}`
const keysIn = ({ event }: MessageFact) =>
  event.alsoKeyed ? [event.messageKey, ...event.alsoKeyed.map(({ messageKey }) => messageKey)] : []

/**
 * The same message under another name of someone in it keeps the key that was there first; the others are aliases. So a copy is no
 * second message, whichever name comes first.
 */
export async function nameMessages(
  tx: TenantTx,
  facts: readonly MessageFact[],
): Promise<readonly MessageFact[]> {
  const asked = [...new Set(facts.flatMap(keysIn).map(storable))]
  if (asked.length === 0) return facts
  const canonical = await findNames(tx, asked)
  return facts.map((fact) => {
    const keys = keysIn(fact)
    if (keys.length === 0) return fact
    const { channel, messageKey } = fact.event
    const key = keys.map((one) => canonical.get(nameOf(channel, one))).find(Boolean) ?? messageKey
    for (const one of keys) {
      const name = nameOf(channel, one)
      if (!canonical.has(name)) canonical.set(name, key)
    }
    return key === messageKey ? fact : renamed(fact, key, keys)
  })
}

/** By their keys and aliases. */
async function findNames(tx: TenantTx, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ channel: string; name: string; message_key: string }>`
    select channel, alias as name, (select message_key from message where message.tenant_id = message_alias.tenant_id
      and message.id = message_alias.message_id) as message_key
    from message_alias where alias = any(${keys})
    union all select channel, message_key, message_key from message where message_key = any(${keys})`.execute(
    tx,
  )
  return new Map(rows.map((row) => [nameOf(row.channel, row.name), row.message_key]))
}

function renamed(fact: MessageFact, key: string, keys: readonly string[]): MessageFact {
  const { alsoKeyed = [], aliases = [], seen } = fact.event
  const stored = alsoKeyed.find((other) => storable(other.messageKey) === key)?.seen ?? seen
  const others = new Set([...aliases, ...keys]).difference(new Set([key]))
  return {
    ...fact,
    event: { ...fact.event, messageKey: key, aliases: [...others], ...(stored && { seen: stored }) },
  }
}
