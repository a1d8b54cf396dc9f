import type { EventId, MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { findTexts } from '#domains/messages/attachment-text-queries.ts'
import { attachmentName } from '#domains/messages/rows.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { isReadable } from './evidence-queries.ts'
import { excerpt } from './excerpt.ts'

/** UTF-16 units of attachments that are read for a page of events; beyond that, the message's text is shown instead. */
const mostUnits = 4_000_000

/** The preview of events with evidence only in attachments: the file's name and the words around the first evidence. */
export async function findAttachedPreviews(
  tx: TenantTx,
  scope: AccessScope,
  events: readonly { readonly id: EventId; readonly message_id: MessageId }[],
): Promise<ReadonlyMap<EventId, { preview: string; marks: [number, number][] }>> {
  if (events.length === 0) return new Map()
  const ids = events.map(({ id }) => id)
  const { rows } = await sql<{
    event_id: EventId
    name: string | null
    ordinal: number
    sha256: string
    units: number
    places: [number, number][]
  }>`select distinct on (evidence.event_id) evidence.event_id, attachment.name, attachment.ordinal,
      encode(attachment.sha256, 'hex') as sha256, kept.units,
      jsonb_agg(jsonb_build_array(evidence.start_at, evidence.end_at) order by evidence.start_at) as places
    from evidence
    join cognitive_event event on event.tenant_id = evidence.tenant_id and event.id = evidence.event_id
      and event.message_id = evidence.message_id
    join message on message.tenant_id = evidence.tenant_id and message.id = evidence.message_id
    join attachment on attachment.tenant_id = evidence.tenant_id and attachment.message_id = evidence.message_id
      and evidence.part = 'attachment-text:' || attachment.ordinal
    join attachment_text kept on kept.tenant_id = attachment.tenant_id and kept.sha256 = attachment.sha256
    where evidence.event_id = any(${ids}::uuid[]) and ${isReadable(scope)}
    group by evidence.event_id, attachment.tenant_id, attachment.id, kept.tenant_id, kept.sha256, kept.units
    order by evidence.event_id, attachment.ordinal`.execute(tx)
  let left = mostUnits
  const within = rows.filter(({ units }) => (left -= units) >= 0)
  const texts = await findTexts(tx, [...new Set(within.map(({ sha256 }) => sha256))])
  return new Map(
    within.flatMap(({ event_id, name, ordinal, sha256, places }) => {
      const text = texts.get(sha256)?.text
      if (text === undefined) return []
      const lead = `${attachmentName(name, ordinal)}: `
      const { preview, marks } = excerpt(text, places)
      const shifted = marks.map(([start, end]): [number, number] => [start + lead.length, end + lead.length])
      return [[event_id, { preview: lead + preview, marks: shifted }] as const]
    }),
  )
}
