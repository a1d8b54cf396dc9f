/** Takes due mails, each conversation's together and in its order. */
import { sql } from 'kysely'
import { unarchivedMails } from '#domains/archiving/attempts.ts'
import { findStanding } from '#domains/messages/standing.ts'
import type { TenantTx } from '#platform/db.ts'
import { putAllOff, takeDue } from '#platform/work/tries.ts'
import type { Taken } from './settle-mail.ts'

interface Took {
  readonly count: number
  /** Mails of one conversation each, in their order. */
  readonly conversations: Taken[][]
}

/** Those of a conversation with a mail that failed and is not due again yet are put off until then: none overtakes it. */
export async function takeMails(tx: TenantTx, most: number, now: Date): Promise<Took> {
  const taken = await takeDue(tx, unarchivedMails, most, now)
  const about = [...new Set(taken.flatMap(({ row }) => row.conversation_id ?? []))]
  // Two may have turned out to be one after their mails were queued.
  const merged = await findStanding(tx, about)
  const homes = about.map((id) => merged.get(id) ?? id)
  // The previous release names no conversation.
  const homeOf = ({ row: { conversation_id: id, message_id: message } }: Taken) =>
    id === null ? (message ?? '') : (merged.get(id) ?? id)
  const all = Map.groupBy(taken.toSorted(byOrder), homeOf)
  const held = await findHeld(tx, [...new Set(homes)], now)
  for (const [home, until] of held) {
    await putAllOff(tx, triesOf(all.get(home) ?? []), until)
    all.delete(home)
  }
  return { count: taken.length, conversations: [...all.values()] }
}

export const triesOf = (taken: readonly Taken[]) => taken.map(({ tried }) => tried)

/** Until when a failed mail holds up those after it. One that only some recipients lack holds up none. */
async function findHeld(
  tx: TenantTx,
  homes: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (homes.length === 0) return new Map()
  const { rows } = await sql<{ home: string; until: Date }>`
    select coalesce(about.merged_into, about.id) as home, max(mail.due_at) as until
    from archive_mail mail join conversation about on about.tenant_id = mail.tenant_id and about.id = mail.conversation_id
    where mail.state in ('queued', 'deferred') and mail.due_at > ${now} and mail.problem is not null and mail.recipients is null
      and coalesce(about.merged_into, about.id) = any(${homes}::uuid[])
    group by 1`.execute(tx)
  return new Map(rows.map(({ home, until }) => [home, until]))
}

/** The order of capture, which is that of the ids of messages; the changes of a message follow it. */
const byOrder = ({ row: a }: Taken, { row: b }: Taken): number =>
  a.created_at.getTime() - b.created_at.getTime() ||
  compareText(a.message_id ?? '', b.message_id ?? '') ||
  a.revision - b.revision
const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
