import type { CapturedDelete, CapturedEdit, CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { dateOf } from '#channels/date-of.ts'
import { mirroredWith } from '#channels/mirrored-with.ts'
import { contentOf } from './content.ts'
import type { Context } from './delivery.ts'
import { dateOfSeconds, type Fields, fieldsOf, numberOf, textOf } from './fields.ts'
import { owner, type Person, self } from './jid.ts'
import { lineOf, type Source, toLine } from './message.ts'
import { changeOf, mirrored, type Place, targetOf } from './place.ts'
import { unwrap } from './unwrap.ts'

/** Kinds of protocol messages that change what people see. */
const revoke = 0
const disappearing = 3
const edit = 14

/** Kinds between a person's own devices, or between an app and its server: there is nothing to see in them. */
const silent = new Set([4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 20, 21, 22, 23, 24, 26, 28, 29, 30])

/** What a protocol message changes; undefined for kinds that we do not know. */
export function toChange(source: Source, protocol: Fields): CapturedEvent[] | undefined {
  const kind = numberOf(protocol['type']) ?? revoke
  if (silent.has(kind)) return []
  if (kind === disappearing) {
    const seconds = numberOf(protocol['ephemeralExpiration']) ?? 0
    return [toMirroredLine(source, { disappearingAfterSeconds: seconds })]
  }
  const target = textOf(fieldsOf(protocol['key'])?.['id'])
  if (!target) return undefined
  if (kind === edit) return [toEdit(source, protocol, target)]
  return kind === revoke ? [toRevocation(source, protocol, target)] : undefined
}

function toEdit(source: Source, protocol: Fields, target: string): CapturedEvent {
  const { message, place, context } = source
  const { body, attachments: given } = contentOf(unwrap(protocol['editedMessage'])?.content ?? {})
  // Of a new text below a file, some apps send the file again, and others only the text.
  const attachments = given.filter(({ url }) => url !== undefined)
  if (claimedAuthor(protocol, place, context) !== place.author) {
    return toForeign(source, { attempted: 'edit', of: target }, body)
  }
  const about = targetOf(place, place.author, target)
  const at = dateOf(numberOf(protocol['timestampMs'])) ?? dateOfSeconds(message['messageTimestamp'])
  return {
    kind: 'edit',
    channel: context.account.channel,
    ...changeOf(about, (target) => `e|${target}|${place.id}`),
    ...(at && { at }),
    actor: place.author.identity,
    body,
    ...(attachments.length > 0 && { attachments }),
  } satisfies CapturedEdit
}

function toRevocation(source: Source, protocol: Fields, target: string): CapturedEvent {
  const { message, place, context } = source
  const claimed = claimedAuthor(protocol, place, context)
  const isOwn = claimed === place.author
  if (!claimed || (!isOwn && !isAdmin(place, context))) {
    return toForeign(source, { attempted: 'delete', of: target })
  }
  const scope = isOwn ? 'everyone' : 'admin'
  const about = targetOf(place, claimed, target)
  const at = dateOfSeconds(message['messageTimestamp'])
  return {
    kind: 'delete',
    channel: context.account.channel,
    ...changeOf(about, (target) => `d|${target}|${scope}`),
    ...(at && { at }),
    actor: place.author.identity,
    ...(!isOwn && !place.isMine && { unconfirmed: true as const }),
    scope,
  }
}

/**
 * Who wrote the message, as the sender of the change says: in the sender's view, in which `fromMe` is their own. A sender who says
 * `fromMe` of a message of someone else changes nothing, because our key of the message has its author in it. Undefined if it was
 * someone else who is not named.
 */
function claimedAuthor(
  protocol: Fields,
  { author, group, isMine, peer }: Place,
  context: Context,
): Person | undefined {
  const key = fieldsOf(protocol['key']) ?? {}
  if (key['fromMe'] !== false) return author
  // In a direct chat it is the other one.
  if (!group) return isMine ? peer : owner
  const named = context.find(key['participant'], key['participantAlt'])
  return named?.key === author.key ? author : named
}

/** Whether the author may delete what others wrote. In a direct chat no one may. */
function isAdmin({ group, author }: Place, { groupOf, find }: Context): boolean {
  return group !== undefined && (groupOf(group).admins ?? []).some((admin) => find(admin)?.key === author.key)
}

/** Someone tried to change a message that is not theirs. It stays as it is, and the attempt is a line of the thread. */
function toForeign(
  source: Source,
  attempt: Record<string, unknown>,
  body: string | null = null,
): CapturedEvent {
  return { ...toMirroredLine(source, attempt, body), flags: ['foreignChange'] }
}

function toMirroredLine(
  source: Source,
  content: Record<string, unknown>,
  body: string | null = null,
): CapturedMessage {
  const { place, context } = source
  return {
    ...toLine(source, lineOf(content, body)),
    ...mirroredWith(mirrored(place, context.account), content),
  }
}

/** The owner deleted messages only for themself. */
export function toOwnerDelete(place: Place, context: Context): CapturedDelete {
  const about = targetOf(place, place.author, place.id)
  return {
    kind: 'delete',
    channel: context.account.channel,
    ...changeOf(about, (target) => `d|${target}|owner-local`),
    actor: self,
    scope: 'owner-local',
  }
}
