import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { Participant } from '#kernel/captured-event.ts'
import { rowsOf, storable } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { enterParticipants } from './conversation-commands.ts'
import type { MessageFact } from './facts.ts'

/**
 * Adds to known messages the recipients that another report of them names. A journal sends one report for each group
 * of recipients, and only all of them together tell who received a mail.
 */
export async function mergeRecipients(tx: TenantTx, again: readonly MessageFact[]): Promise<void> {
  const reports = again.filter(({ event }) => event.participants.some(({ addressing }) => addressing))
  if (reports.length === 0) return
  const rows = await tx
    .selectFrom('message')
    .where('message_key', '=', sql<string>`any(${reports.map(({ event }) => storable(event.messageKey))})`)
    .select(['id', 'conversation_id', 'channel', 'message_key', 'recipients', 'posted_at'])
    .execute()
  const known = new Map(rows.map((row) => [`${row.channel}|${row.message_key}`, row]))
  const grown = new Map<MessageId, Participant[]>()
  for (const { event } of reports) {
    const message = known.get(`${event.channel}|${storable(event.messageKey)}`)
    if (!message) continue
    const before = grown.get(message.id) ?? message.recipients ?? []
    const union = new Map(
      [...before, ...event.participants].map((one) => [`${one.role}|${one.identity.value}`, one]),
    )
    if (union.size > before.length) grown.set(message.id, [...union.values()])
  }
  if (grown.size === 0) return
  const changed = [...grown].map(([id, recipients]) => ({ id, recipients }))
  await sql`update message set recipients = given.recipients
    from ${rowsOf({ id: 'uuid', recipients: 'jsonb' }, changed)} where message.id = given.id`.execute(tx)
  const present = reports.flatMap((fact) => {
    const message = known.get(`${fact.event.channel}|${storable(fact.event.messageKey)}`)
    return message && grown.has(message.id)
      ? [{ ...fact, postedAt: message.posted_at, conversationId: message.conversation_id }]
      : []
  })
  await enterParticipants(tx, present)
}
