import { findPromisedDay } from '@verbatim/analyser/promises/promises.ts'
import { sql } from 'kysely'
import type { Said } from '#domains/messages/facts.ts'
import { putPromises } from '#domains/messages/promise-commands.ts'
import type { TenantTx } from '#platform/db.ts'
import { onlyRow } from '#platform/only-row.ts'

/** Finds what new texts of the organization's people promise by a day, in the transaction that stores the texts. */
export async function recordPromises(tx: TenantTx, said: readonly Said[]): Promise<void> {
  // Of several versions of a message the last is its text.
  const latest = [...new Map(said.map((one) => [one.messageId, one])).values()]
  const ours = latest.filter(({ direction }) => direction === 'outbound')
  if (ours.length === 0) return
  const { zone } = onlyRow(
    await sql<{ zone: string }>`select rollup_zone as zone from organization`.execute(tx),
  )
  // Of Canadian English, whose days are written like those of the database.
  const days = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
  const promised = ours.map(({ messageId, revision, text, postedAt }) => ({
    messageId,
    revision,
    day: findPromisedDay(text, days.format(postedAt)),
  }))
  await putPromises(tx, promised, zone)
}
