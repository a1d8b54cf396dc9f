import type { TenantId } from '@verbatim/contract/ids.ts'
import { findTextPlaces, findTexts, type TextPlace } from '#domains/messages/attachment-text-queries.ts'
import type { ExaminableMessage } from '#domains/messages/examinable-queries.ts'
import { type Db, inTenant } from '#platform/db.ts'

/** A message with the texts of its attachments. */
export interface WholeMessage extends ExaminableMessage {
  readonly attachmentTexts: readonly { readonly ordinal: number; readonly text: string }[]
  /** Attachments without a known text. */
  readonly unread: number
}

/** UTF-16 units of texts in memory at once. */
const mostUnits = 4_000_000

/** The messages in their order with the texts of their attachments, some at a time. */
export async function* withAttachmentTexts(
  db: Db,
  tenantId: TenantId,
  messages: readonly ExaminableMessage[],
): AsyncGenerator<WholeMessage> {
  const attached = messages.filter(({ attachmentNames }) => attachmentNames.length > 0)
  const kept = await inTenant(db, tenantId, (tx) =>
    findTextPlaces(
      tx,
      attached.map(({ id }) => id),
    ),
  )
  const named = new Map(attached.map(({ id, attachmentNames }) => [id, attachmentNames]))
  // Files that an edit replaced have no names, and are not read either.
  const now = kept.filter(({ messageId, ordinal }) => named.get(messageId)?.[ordinal] !== undefined)
  const places = Map.groupBy(now, ({ messageId }) => messageId)
  for (const group of grouped(messages, (message) => unitsOf(places.get(message.id) ?? []))) {
    const readable = group.flatMap(({ id }) => places.get(id)?.filter(isReadable) ?? [])
    const sha256s = [...new Set(readable.map(({ sha256 }) => sha256))]
    const texts = await inTenant(db, tenantId, (tx) => findTexts(tx, sha256s))
    for (const message of group) {
      const all = places.get(message.id) ?? []
      const attachmentTexts = all
        .filter(isReadable)
        .map(({ ordinal, sha256 }) => ({ ordinal, text: texts.get(sha256)?.text ?? '' }))
      yield { ...message, attachmentTexts, unread: all.length - attachmentTexts.length }
    }
  }
}

const isReadable = ({ units }: TextPlace) => units !== undefined

const unitsOf = (places: readonly TextPlace[]) => places.reduce((sum, { units = 0 }) => sum + units, 0)

function* grouped<One>(all: readonly One[], weightOf: (one: One) => number): Generator<One[]> {
  let group: One[] = []
  let weight = 0
  for (const one of all) {
    const own = weightOf(one)
    if (group.length > 0 && weight + own > mostUnits) {
      yield group
      group = []
      weight = 0
    }
    group.push(one)
    weight += own
  }
  if (group.length > 0) yield group
}
