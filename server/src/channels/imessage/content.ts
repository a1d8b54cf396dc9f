import { fieldsOf, shallowOf } from '#channels/deep-json.ts'
import type { CapturedAttachment, CapturedMessage, ContentType } from '#kernel/captured-event.ts'
import type { AgentAttachment, AgentMessage } from './fields.ts'
import { addressOfFilm, addressOfMedium } from './media.ts'
import { stylesOf } from './styles.ts'

/** Marks the place of an attachment in a text. */
export const attachmentMark = '\ufffc'

/** The text without the marks of attachments; null if nothing else is left. */
export function bodyOf({ text }: Pick<AgentMessage, 'text'>): string | null {
  return text?.replaceAll(attachmentMark, '') || null
}

/** The content of a message: text, attachments, and other content as data. */
export function contentOf(
  message: AgentMessage,
): Pick<CapturedMessage, 'body' | 'format' | 'contentType' | 'structured' | 'attachments'> {
  const contentType = contentTypeOf(message)
  const structured = {
    ...structuredOf(message),
    ...(contentType === 'unsupported' && fieldsOf(message.raw)),
  }
  return {
    body: bodyOf(message),
    format: 'plain',
    contentType,
    ...(Object.keys(structured).length > 0 && { structured }),
    attachments: [...message.attachments.map(toAttachment), ...filmsOf(message)],
  }
}

/** The films of Live Photos, after all files: their places in the text are those of the pictures. */
function filmsOf({ attachments }: AgentMessage): CapturedAttachment[] {
  return attachments
    .flatMap(({ guid, hasLivePhoto, transferName }) => (guid && hasLivePhoto ? [{ guid, transferName }] : []))
    .map(({ guid, transferName }, index) => ({
      ordinal: attachments.length + index,
      ...(transferName && { name: `${transferName.replace(/\.\w+$/, '')}.mov` }),
      mimeDeclared: 'video/quicktime',
      url: addressOfFilm(guid),
      // Webhooks do not say that there is one.
      isBeside: true,
    }))
}

function toAttachment(
  { guid, transferName, mimeType, totalBytes = -1 }: AgentAttachment,
  ordinal: number,
): CapturedAttachment {
  return {
    ordinal,
    ...(transferName && { name: transferName }),
    ...(mimeType && { mimeDeclared: mimeType }),
    ...(Number.isSafeInteger(totalBytes) && totalBytes >= 0 && { sizeDeclared: totalBytes }),
    ...(guid && { url: addressOfMedium(guid) }),
  }
}

function contentTypeOf(message: AgentMessage): ContentType {
  const [first] = message.attachments
  // A preview of a link has its pictures as attachments, so the balloon comes first.
  if (message.balloonBundleId) return isLink(message.balloonBundleId) ? 'link' : 'interactive'
  if (first && isStickerOn(message)) return 'sticker'
  if (first) return message.isAudioMessage ? 'voice' : mediumOf(first)
  return bodyOf(message) === null ? 'unsupported' : 'text'
}

const isLink = (balloonBundleId: string) => balloonBundleId.endsWith('URLBalloonProvider')

/** A sticker that was put on another message: its picture is content, which a reaction cannot hold. */
export function isStickerOn({ associatedMessageType, attachments }: AgentMessage): boolean {
  return attachments.length > 0 && ['sticker', '2007'].includes(associatedMessageType ?? '')
}

function mediumOf({ mimeType = '', uti = '' }: AgentAttachment): ContentType {
  const type = mimeType.toLowerCase()
  if (/^text\/(?:x-)?vcard\b/.test(type)) return 'contact'
  if (/^text\/x-vlocation\b/.test(type)) return 'location'
  // What Messages itself records.
  if (/^audio\/(?:x-caf|amr)\b/.test(type) || uti === 'com.apple.coreaudio-format') return 'voice'
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('audio/')) return 'audio'
  if (type.startsWith('video/')) return 'video'
  return 'file'
}

function structuredOf(message: AgentMessage): Record<string, unknown> {
  const { text = '', attachments, balloonBundleId, expressiveSendStyleId, payloadData } = message
  const service = serviceOf(message)
  const payload = shallowOf(payloadData)
  const marks = bodyOf(message) === null ? [] : marksIn(text)
  return {
    // The same app sends and receives ordinary text messages, in green bubbles.
    ...(service && !['iMessage', 'any'].includes(service) && { service }),
    ...(balloonBundleId && { app: balloonBundleId }),
    // Webhooks do not say it, so such a message is a picture, with this mark from the list.
    ...(attachments.some(({ isSticker }) => isSticker) && { sticker: true }),
    ...(expressiveSendStyleId && { effect: expressiveSendStyleId }),
    ...(payload !== undefined && payload !== null && { payload }),
    ...(marks.length > 0 && { attachmentsAt: marks }),
    ...stylesOf(message.attributedBody),
  }
}

function serviceOf({ handle, chats }: AgentMessage): string | undefined {
  return handle?.service || chats[0]?.guid?.split(';', 1)[0]
}

/** Where the attachments stand in the text as it was sent, in UTF-16 units. */
function marksIn(text: string): number[] {
  return [...text.matchAll(new RegExp(attachmentMark, 'g'))].map(({ index }) => index)
}
