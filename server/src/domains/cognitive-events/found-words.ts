import { attachmentPartOf, isNotEvaluated, otherTextOf } from '@verbatim/contract/evidence-part.ts'
import type { EventId, MessageId } from '@verbatim/contract/ids.ts'
import { otherTextNames } from '@verbatim/contract/other-texts.ts'
import { sql } from 'kysely'
import { attachmentName } from '#domains/messages/rows.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { OtherText } from '#kernel/captured-event.ts'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'
import { findOtherTexts } from './event-previews.ts'
import { isReadable } from './evidence-queries.ts'

/** How many places of one event are listed; its evidence is counted in full. */
const mostPlaces = 20

interface EventMessage {
  readonly id: EventId
  readonly message_id: MessageId
  /** Null if the reader may not see the message. */
  readonly body: string | null
  readonly subject: string | null
}

interface Place {
  readonly event_id: EventId
  readonly message_id: MessageId
  readonly part: string
  readonly start_at: number
  readonly end_at: number
  /** The revision of the match, if it is not the newest. */
  readonly earlier: number | null
  readonly name: string | null
  readonly ordinal: number | null
}

/**
 * The words that the rules of each event matched in the event's message, if the reader may see it: in its text, its
 * subject, its other texts and its file names. Reading text inside a file needs a separate permission, so only the file's
 * name is given.
 */
export async function findFoundWords(
  tx: TenantTx,
  scope: AccessScope,
  events: readonly EventMessage[],
): Promise<ReadonlyMap<EventId, string>> {
  const { rows: places } = await sql<Place>`
    select place.*, attachment.name, attachment.ordinal
    from unnest(${events.map(({ id }) => id)}::uuid[]) as event(id)
    cross join lateral (
      select evidence.event_id, evidence.message_id, evidence.part, evidence.start_at, evidence.end_at,
        case when evidence.part = 'text' and evidence.revision <> message.revision then evidence.revision end as earlier
      from evidence
      join cognitive_event own on own.id = evidence.event_id and own.message_id = evidence.message_id
      join message on message.id = evidence.message_id
      where evidence.event_id = event.id and ${isReadable(scope)}
      order by evidence.part, evidence.start_at limit ${sql.lit(mostPlaces)}
    ) place
    left join attachment on attachment.message_id = place.message_id
      and attachment.ordinal = substring(place.part from 'attachment(?:-text)?:(\\d{1,5})$')::smallint
    order by place.event_id, place.part, place.start_at`.execute(tx)
  const inOthers = places.filter(({ part }) => otherTextOf(part) !== undefined)
  const others = await findOtherTexts(
    tx,
    scope,
    inOthers.map(({ message_id }) => message_id),
  )
  const earlier = await findEarlier(tx, places)
  const byEvent = Map.groupBy(places, ({ event_id }) => event_id)
  return new Map(
    events.map((event) => {
      const said = { event, others: others.get(event.message_id) ?? [], earlier }
      const words = (byEvent.get(event.id) ?? []).flatMap((place) => wordsAt(place, said) ?? [])
      return [event.id, [...new Set(words)].join('; ')]
    }),
  )
}

interface Said {
  readonly event: EventMessage
  readonly others: readonly OtherText[]
  readonly earlier: ReadonlyMap<string, string | null>
}

function wordsAt(place: Place, { event, others, earlier }: Said): string | undefined {
  const { part, start_at, end_at } = place
  const quoted = (text: string | null | undefined) => {
    const words = (text ?? '').slice(start_at, end_at)
    return words === '' ? undefined : `“${words}”`
  }
  if (isNotEvaluated(part)) return undefined
  if (part === 'subject') return quoted(event.subject)
  if (part === 'text')
    return event.body === null
      ? undefined
      : quoted(place.earlier === null ? event.body : earlier.get(keyOf(place.message_id, place.earlier)))
  const other = others[otherTextOf(part) ?? -1]
  if (other) return quoted(other.text) && `${quoted(other.text)} in ${otherTextNames[other.kind]}`
  const about = attachmentPartOf(part)
  if (!about) return undefined
  const name = attachmentName(place.name, about.ordinal)
  return about.of === 'name'
    ? quoted(place.name) && `${quoted(place.name)} in the name of a file`
    : `in ${name}`
}

/** The texts of earlier revisions, each once. */
async function findEarlier(
  tx: TenantTx,
  places: readonly Place[],
): Promise<ReadonlyMap<string, string | null>> {
  const wanted = new Map(
    places.flatMap(({ message_id, earlier }) =>
      earlier === null ? [] : [[keyOf(message_id, earlier), { message_id, revision: earlier }] as const],
    ),
  )
  if (wanted.size === 0) return new Map()
  const { rows } = await sql<{ message_id: MessageId; revision: number; body: string | null }>`
    select kept.message_id, kept.revision, kept.body from message_revision kept
    join ${rowsOf({ message_id: 'uuid', revision: 'smallint' }, [...wanted.values()])}
      on kept.message_id = given.message_id and kept.revision = given.revision`.execute(tx)
  return new Map(rows.map(({ message_id, revision, body }) => [keyOf(message_id, revision), body]))
}

const keyOf = (messageId: MessageId, revision: number) => `${messageId} ${revision}`
