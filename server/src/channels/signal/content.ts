import { fieldsOf, shallowOf } from '#channels/deep-json.ts'
import type { CapturedAttachment, CapturedMessage, ContentType } from '#kernel/captured-event.ts'
import { type DataMessage, picturesIn } from './envelope.ts'
import { addressOfMedium } from './media.ts'
import type { Place } from './people.ts'

/** Content as data, under the names of the daemon. */
const shown = [
  'mentions',
  'previews',
  'sticker',
  'contacts',
  'payment',
  'textStyles',
  'storyContext',
  'pollCreate',
] as const
/** What people do with earlier messages and groups, without words: lines of the thread. */
const done = ['pollVote', 'pollTerminate', 'pinMessage', 'unpinMessage'] as const

/** The content of a message: text, attachments, and other content as data. */
export function contentOf(
  message: DataMessage,
  raw: unknown,
  place: Place,
): Pick<CapturedMessage, 'body' | 'format' | 'contentType' | 'structured' | 'attachments'> {
  const contentType = contentTypeOf(message)
  const { groupInfo, isExpirationUpdate, expiresInSeconds, quote, attachments } = message
  const captions = (attachments ?? []).flatMap(({ caption }) => caption || [])
  const structured = {
    ...pick(message, [...shown, ...done]),
    // Old apps write them below single pictures.
    ...(captions.length > 0 && { captions: captions.join('\n') }),
    ...(quote?.text && { quotedText: quote.text }),
    ...(isExpirationUpdate && { expiresInSeconds: expiresInSeconds ?? 0 }),
    ...(groupInfo?.type === 'UPDATE' && { groupUpdate: { revision: groupInfo.revision ?? null } }),
    ...(contentType === 'unsupported' && fieldsOf(raw)),
  }
  return {
    body: message.message || null,
    format: 'plain',
    contentType,
    ...(Object.keys(structured).length > 0 && { structured }),
    attachments: filesOf(message, place),
  }
}

/** Its files, and then pictures beside its text: an earlier release did not fetch these. */
function filesOf(message: DataMessage, place: Place): CapturedAttachment[] {
  const own = (message.attachments ?? []).map((one, ordinal) => toAttachment(one, ordinal, place))
  const pictures = picturesIn(message).map((one, index): CapturedAttachment => ({
    ...toAttachment(one, own.length + index, place),
    isBeside: true,
  }))
  return [...own, ...pictures]
}

function pick(message: DataMessage, names: readonly (keyof DataMessage)[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = shallowOf(message[name])
      return isGiven(value) ? [[name, value]] : []
    }),
  )
}

/** Some releases of the daemon give an empty list for none. */
const isGiven = (value: unknown) =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

const has = (message: DataMessage, names: readonly (keyof DataMessage)[]) =>
  names.some((name) => isGiven(message[name]))

function contentTypeOf(message: DataMessage): ContentType {
  const [first] = message.attachments ?? []
  if (has(message, ['sticker'])) return 'sticker'
  if (has(message, ['pollCreate'])) return 'poll'
  if (first) return mediumOf(first.contentType ?? '', first.filename)
  if (has(message, ['contacts'])) return 'contact'
  if (has(message, ['payment'])) return 'interactive'
  if (message.message) return 'text'
  const isLine = has(message, done) || message.isExpirationUpdate || message.groupInfo?.type === 'UPDATE'
  return isLine ? 'system' : 'unsupported'
}

function mediumOf(contentType: string, name: string | null | undefined): ContentType {
  const [, kind] = /^(image|audio|video)\//.exec(contentType.toLowerCase()) ?? []
  // What the app itself records has no name.
  if (kind === 'audio') return name ? 'audio' : 'voice'
  return kind === 'image' || kind === 'video' ? kind : 'file'
}

function toAttachment(
  { id, filename, contentType, size }: NonNullable<DataMessage['attachments']>[number],
  ordinal: number,
  { within }: Place,
): CapturedAttachment {
  return {
    ordinal,
    ...(filename && { name: filename }),
    ...(contentType && { mimeDeclared: contentType }),
    ...(Number.isSafeInteger(size) && (size ?? -1) >= 0 && { sizeDeclared: size as number }),
    ...(id && { url: addressOfMedium(id, within) }),
  }
}
