/** Changes of messages whose keys name people, who may be known by several names. */
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'

interface Keyed {
  readonly channel: string
  readonly event_key: string
  readonly message_id: string | null
  readonly payload: object
}

/** The same change of a message under another name of someone in it is no second one, whichever name comes first. */
export async function withoutCopies<Row extends Keyed>(
  tx: TenantTx,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const named = rows.filter(isNamed)
  if (named.length === 0) return rows
  const keys = [...new Set(named.flatMap(keysOf))]
  const ids = [...new Set(named.map(({ message_id: id }) => id))]
  const { rows: known } = await sql<Keyed>`select channel, event_key, payload from message_event
    where message_id = any(${ids}::uuid[]) and (event_key = any(${keys}) or payload -> 'alsoKeyed' ?| ${keys})`.execute(
    tx,
  )
  const taken = new Set(known.flatMap(namesOf))
  return rows.filter((row) => {
    if (!isNamed(row)) return true
    const names = namesOf(row)
    const isCopy = names.some((name) => taken.has(name))
    for (const name of names) taken.add(name)
    return !isCopy
  })
}

const isNamed = ({ payload, message_id: id }: Keyed) => id !== null && 'alsoKeyed' in payload
const keysOf = ({ event_key: key, payload }: Pick<Keyed, 'event_key' | 'payload'>): string[] => [
  key,
  ...((payload as { readonly alsoKeyed?: readonly string[] }).alsoKeyed ?? []),
]
const namesOf = (row: Pick<Keyed, 'channel' | 'event_key' | 'payload'>) =>
  keysOf(row).map((key) => `${row.channel}|${key}`)
