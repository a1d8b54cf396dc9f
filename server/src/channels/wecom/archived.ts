/** Events in what the archive has: one decrypted message in each record. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { dateOf } from '#channels/date-of.ts'
import { everythingIn, keyOfBytes, unreadMessage } from '#channels/unread.ts'
import type { CapturedDelete, CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { contentOf } from './content.ts'
import { messageKeyOf, placeOf } from './conversation.ts'
import {
  type ArchiveMessage,
  archiveMessageOf,
  type Json,
  numberOf,
  partOf,
  talkOf,
  textOf,
} from './fields.ts'
import { identify } from './identity.ts'

/** Whose archive it is. */
export interface Archive {
  readonly channel: Channel
  readonly corpId: string
  /** By their ids. */
  readonly names?: Json
}

export function archivedEvents(body: Uint8Array, archive: Archive): CapturedEvent[] {
  const message = archiveMessageOf(body)
  if (!message) return [toUnread(body, archive)]
  // An employee switched to another corporation in the app: nothing was said.
  if (message.action === 'switch') return []
  const recalled = message.msgtype === 'revoke' && textOf(partOf(message.raw, 'revoke'), 'pre_msgid')
  if (recalled) return [toRecall(message, recalled, archive)]
  if (message.msgtype === 'agree' || message.msgtype === 'disagree') return [toConsent(message, archive)]
  return [toMessage(message, archive)]
}

function toMessage(message: ArchiveMessage, archive: Archive): CapturedMessage {
  return { ...headOf(message, archive), ...contentOf(message, archive.corpId) }
}

function headOf(message: ArchiveMessage, { channel, corpId, names = {} }: Archive) {
  const sentAt = dateOf(message.msgtime)
  const place = placeOf(talkOf(message), message.msgid)
  const nameOf = (id: string) => (Object.hasOwn(names, id) ? textOf(names, id) : undefined)
  const authorName = nameOf(place.author.value)
  return {
    kind: 'message' as const,
    channel,
    messageKey: messageKeyOf(corpId, message.msgid),
    ...place,
    ...(authorName && { authorName }),
    participants: place.participants.map((one) => {
      const displayName = nameOf(one.identity.value)
      return displayName ? { ...one, displayName } : one
    }),
    ...(sentAt && { sentAt }),
  }
}

/** Only the author can recall a message, and for everyone. */
function toRecall(message: ArchiveMessage, recalled: string, { channel, corpId }: Archive): CapturedDelete {
  const targetKey = messageKeyOf(corpId, recalled)
  const at = dateOf(message.msgtime)
  return {
    kind: 'delete',
    channel,
    eventKey: `d|${targetKey}|everyone`,
    targetKey,
    scope: 'everyone',
    about: placeOf(talkOf(message), recalled),
    ...(at && { at }),
    ...(message.from && { actor: identify(message.from) }),
  }
}

/** A customer agrees, or does not, that what they write is archived: a line of the thread. */
function toConsent(message: ArchiveMessage, archive: Archive): CapturedMessage {
  const { msgtype, raw } = message
  const part = partOf(raw, msgtype)
  const said = dateOf(numberOf(part, `${msgtype}_time`))
  const who = textOf(part, 'userid') ?? message.from
  return {
    ...headOf(message, archive),
    ...consentLine(who, msgtype === 'agree' ? 'granted' : 'refused'),
    ...(said && { sentAt: said }),
  }
}

/** The same, because WeCom was asked; undefined if the note is not one of ours. The time makes it one line. */
export function toAskedConsent(note: Json, { channel, corpId }: Archive): CapturedMessage | undefined {
  const customer = textOf(note, 'customer')
  if (!customer) return undefined
  const [employee, room] = [textOf(note, 'employee') ?? '', textOf(note, 'room') ?? '']
  const seconds = numberOf(note, 'at') ?? 0
  const isGranted = note['isGranted'] === true
  const id = ['consent', employee || room, customer, String(seconds), ...(isGranted ? [] : ['refused'])].join(
    ':',
  )
  const said = dateOf(seconds * 1000)
  return {
    kind: 'message',
    channel,
    messageKey: messageKeyOf(corpId, id),
    ...placeOf({ from: customer, to: employee ? [employee] : [], room }, id),
    ...(said && { sentAt: said }),
    ...consentLine(customer, isGranted ? 'granted' : 'refused'),
  }
}

/** What a line about consent holds. */
export const consentLine = (person: string, consent: 'granted' | 'refused') => ({
  body: null,
  format: 'plain' as const,
  contentType: 'system' as const,
  structured: { consent, person },
  attachments: [],
})

/** Bytes that are no message still become visible. Their key comes from them, so a repetition is the same message. */
export function toUnread(body: Uint8Array, { channel, corpId }: Archive): CapturedMessage {
  return {
    ...unreadMessage,
    channel,
    messageKey: messageKeyOf(corpId, keyOfBytes(body)),
    conversationKey: corpId,
    ...everythingIn(body),
  }
}
