import type { CapturedAttachment, ContentType } from '#kernel/captured-event.ts'
import { type Json, listOf, numberOf, partOf, textOf } from './fields.ts'
import { addressOfMedium } from './media-address.ts'

/** A file of a message, which WeCom keeps for a few days. */
export interface Medium {
  /** WeCom's name for its bytes; without one they cannot be fetched. */
  readonly fileId?: string | undefined
  readonly md5?: string | undefined
  readonly name?: string | undefined
  readonly size?: number | undefined
  readonly mime?: string | undefined
}

interface MediumType {
  readonly contentType: ContentType
  /** Undefined for a part without a file. */
  readonly read: (part: Json) => Medium | undefined
  readonly factsOf: (message: Json) => Readonly<Record<string, string | number | undefined>>
}

function fileOf(part: Json, size: string, mime?: string): Medium | undefined {
  const fileId = textOf(part, 'sdkfileid')
  return fileId === undefined
    ? undefined
    : {
        fileId,
        md5: textOf(part, 'md5sum'),
        name: textOf(part, 'filename'),
        size: numberOf(part, size),
        mime,
      }
}

const seconds = (message: Json, type: string) => ({
  seconds: numberOf(partOf(message, type), 'play_length'),
})
const none = () => ({})
const emotionTypes = new Map([
  [1, 'image/gif'],
  [2, 'image/png'],
])

/** The kinds of messages that are one file. */
export const mediumTypes: ReadonlyMap<string, MediumType> = new Map(
  Object.entries({
    image: { contentType: 'image', read: (part) => fileOf(part, 'filesize', 'image/jpeg'), factsOf: none },
    voice: {
      contentType: 'voice',
      read: (part) => fileOf(part, 'voice_size', 'audio/amr'),
      factsOf: (message) => seconds(message, 'voice'),
    },
    video: {
      contentType: 'video',
      read: (part) => fileOf(part, 'filesize', 'video/mp4'),
      factsOf: (message) => seconds(message, 'video'),
    },
    emotion: {
      contentType: 'sticker',
      read: (part) => fileOf(part, 'imagesize', emotionTypes.get(numberOf(part, 'type') ?? 0)),
      factsOf: none,
    },
    file: { contentType: 'file', read: (part) => fileOf(part, 'filesize'), factsOf: none },
    voip_doc_share: {
      contentType: 'file',
      read: (part) => fileOf(part, 'filesize'),
      factsOf: (message) => ({ callId: textOf(message, 'voipid') }),
    },
    // What was said in a call, with the files that were shown in it.
    meeting_voice_call: {
      contentType: 'audio',
      read: (part) => fileOf(part, 'filesize', 'audio/amr'),
      factsOf: (message) => ({
        callId: textOf(message, 'voiceid'),
        shown: shownIn(partOf(message, 'meeting_voice_call')),
      }),
    },
  } satisfies Record<string, MediumType>),
)

function shownIn(call: Json): string | undefined {
  const names = listOf(call, 'demofiledata').flatMap((one) =>
    typeof one === 'object' && one !== null ? (textOf(one as Json, 'filename') ?? []) : [],
  )
  return names.length > 0 ? names.join(', ') : undefined
}

/** Files that a message says it has; a forwarded conversation may hold many. */
const most = 200

export function toAttachments(media: readonly Medium[], corpId: string): CapturedAttachment[] {
  return media.slice(0, most).map(({ fileId, md5, name, size, mime }, ordinal): CapturedAttachment => ({
    ordinal,
    ...(name && { name }),
    ...(mime && { mimeDeclared: mime }),
    ...(size !== undefined && Number.isSafeInteger(size) && size >= 0 && { sizeDeclared: size }),
    ...(fileId && { url: addressOfMedium({ corpId, fileId, md5 }) }),
  }))
}
