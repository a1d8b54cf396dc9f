/** Searches everything for a text or a pasted ID. */
import { auditWordsOf } from '@verbatim/contract/audit-types.ts'
import { findLimits, type Found } from '@verbatim/contract/find.ts'
import { type MessageId, uuidPattern } from '@verbatim/contract/ids.ts'
import type { Message } from '@verbatim/contract/messages.ts'
import { sql } from 'kysely'
import { findMessages } from '#domains/messages/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { identified } from './identified.ts'
import { named } from './named.ts'
import type { Findable } from './findable.ts'

type Read = <T>(work: (tx: TenantTx) => Promise<T>) => Promise<T>

/** What `text` finds for this actor: at most five of each kind. Names and texts are read in parallel. */
export async function findAnything(read: Read, actor: Actor, text: string, now: Date): Promise<Found[]> {
  const hasPurpose = actor.purpose !== 'missing'
  if (uuidPattern.test(text)) {
    const findables = identified(actor, text.toLowerCase())
    return read((tx) =>
      findRows(
        tx,
        actor,
        hasPurpose ? findables : findables.filter(({ kind }) => kind !== 'message' && kind !== 'attachment'),
      ),
    )
  }
  const isLong = text.length >= findLimits.fromCharacters
  const [things, messages] = await Promise.all([
    read((tx) => findRows(tx, actor, named(actor, text))),
    isLong && hasPurpose && actor.permissions.has('messages.view')
      ? read((tx) => findTexts(tx, actor, text, now))
      : ([] as Found[]),
  ])
  return [...things, ...messages]
}

interface Row {
  readonly kind: Found['kind']
  readonly id: string
  readonly name: string
  readonly detail: string | null
  readonly message_id: MessageId | null
}

/** One statement for all kinds that the actor may see. */
export async function findRows(
  tx: TenantTx,
  { permissions }: Actor,
  findables: readonly Findable[],
): Promise<Found[]> {
  const asked = findables.filter(({ needs }) => needs === undefined || permissions.has(needs))
  if (asked.length === 0) return []
  const each = asked.map(
    ({ kind, rows }) =>
      sql`select ${kind}::text as kind, row_number() over () as place, found.* from (${rows}) found`,
  )
  const { rows } = await sql<Row>`
    select * from (${sql.join(each, sql` union all `)}) every
    order by array_position(${asked.map(({ kind }) => kind)}::text[], kind), place`.execute(tx)
  return rows.map(({ kind, id, name, detail, message_id: messageId }) => ({
    kind,
    id,
    // The words for its type: the page that asks need not know all of them.
    name: kind === 'audit-event' ? auditWordsOf(name).label : name,
    ...(detail && { detail }),
    ...(messageId && { messageId }),
  }))
}

/** Where counting stops, as in the Content Library. */
const countedTo = 10_000

async function findTexts(tx: TenantTx, actor: Actor, text: string, now: Date): Promise<Found[]> {
  const { items } = await findMessages(
    tx,
    actor.scope,
    {
      limit: findLimits.each,
      skip: 0,
      exactTo: countedTo,
      sort: [{ field: 'postedDate', direction: 'desc' }],
      filter: [],
      search: { field: 'messageBody', text: begun(text) },
    },
    { now, withAttachments: actor.permissions.has('messages.view_attachments') },
  )
  return items.map((message) => {
    const detail = detailOf(message)
    return { kind: 'message', id: message.id, name: message.from, ...(detail && { detail }) }
  })
}

/** The last word may not be finished. */
const begun = (text: string) => (/[\p{L}\p{N}]$/u.test(text) ? `${text}*` : text)

const leadLength = 30
const detailLength = 160

/** The part of the text around the first match. */
function detailOf({ body, subject, highlights, subjectHighlights }: Message): string {
  const isInSubject = subject !== undefined && (highlights.length === 0 || subjectHighlights.length > 0)
  const whole = (isInSubject ? subject : body) ?? ''
  const [first] = isInSubject ? subjectHighlights : highlights
  const from = Math.max(0, (first?.start ?? 0) - leadLength)
  const start = from === 0 ? 0 : whole.indexOf(' ', from) + 1 || from
  const end = start + detailLength
  return `${start > 0 ? '… ' : ''}${whole.slice(start, end).trimEnd()}${end < whole.length ? '…' : ''}`
    .toWellFormed()
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
