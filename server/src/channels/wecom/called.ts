/** Events in what WeCom calls us with. Messages of employees to our own application arrive here; all others only in the archive. */
import type { CapturedEvent, CapturedHint, CapturedMessage } from '#kernel/captured-event.ts'
import { dateOf } from '#channels/date-of.ts'
import { unreadContent } from '#channels/unread.ts'
import { type Archive, consentLine, toUnread } from './archived.ts'
import { type CallbackFields, callbackFieldsOf, textIn } from './callback-xml.ts'
import { messageKeyOf, placeOf } from './conversation.ts'
import { identify, isOutside } from './identity.ts'

/** Events without content: new data in the archive, changed contacts, and what people do in our application. */
const silent =
  /^(?:msgaudit_notify|change_(?:external_contact|external_tag|contact)|(?:un)?subscribe|enter_agent|location|click|view|batch_job_result|(?:enter_)?chat_(?:create|update|dismiss)|taskcard_click|template_card_\w+|open_approval_change|kf_msg_or_event|customer_acquisition)$/i

export function calledEvents(body: Uint8Array, archive: Archive): CapturedEvent[] {
  const fields = callbackFieldsOf(body)
  if (!fields) return [toUnread(body, archive)]
  if (textIn(fields, 'MsgType') !== 'event') return [toMessage(fields, body, archive)]
  if (textIn(fields, 'ChangeType') === 'msg_audit_approved') return [toConsent(fields, archive)]
  if (textIn(fields, 'Event') === 'change_external_chat') return toHint(fields, archive)
  return silent.test(textIn(fields, 'Event')) ? [] : [toUnsupported(fields, body, archive)]
}

const sentAtOf = (fields: CallbackFields) => {
  const sentAt = dateOf(Number(textIn(fields, 'CreateTime')) * 1000)
  return sentAt && { sentAt }
}

/** A room with customers was made, changed or dissolved. Its new owner, name and members are known only by asking. */
function toHint(fields: CallbackFields, { channel }: Archive): CapturedHint[] {
  const [conversationKey, change, detail, time] = ['ChatId', 'ChangeType', 'UpdateDetail', 'CreateTime'].map(
    (name) => textIn(fields, name),
  ) as [string, string, string, string]
  if (!conversationKey) return []
  return [
    { kind: 'hint', channel, eventKey: `h|${conversationKey}|${change}|${detail}|${time}`, conversationKey },
  ]
}

/** A customer agreed that their messages are archived. */
function toConsent(fields: CallbackFields, { channel, corpId }: Archive): CapturedMessage {
  const [employee, customer, time] = ['UserID', 'ExternalUserID', 'CreateTime'].map((name) =>
    textIn(fields, name),
  ) as [string, string, string]
  const id = `consent:${employee}:${customer}:${time}`
  return {
    kind: 'message',
    channel,
    messageKey: messageKeyOf(corpId, id),
    ...placeOf({ from: customer, to: employee ? [employee] : [], room: '' }, id),
    ...sentAtOf(fields),
    ...consentLine(customer, 'granted'),
  }
}

/** What an employee wrote to our application. Only text is read. */
function toMessage(fields: CallbackFields, body: Uint8Array, archive: Archive): CapturedMessage {
  if (textIn(fields, 'MsgType') !== 'text') return toUnsupported(fields, body, archive)
  return {
    ...headOf(fields, body, archive),
    body: textIn(fields, 'Content') || null,
    format: 'plain',
    contentType: 'text',
    attachments: [],
  }
}

function toUnsupported(fields: CallbackFields, body: Uint8Array, archive: Archive): CapturedMessage {
  return {
    ...headOf(fields, body, archive),
    ...unreadContent,
    structured: { messageType: textIn(fields, 'Event') || textIn(fields, 'MsgType'), fields },
  }
}

/** Between an employee and our application, which has a number of its own. */
function headOf(fields: CallbackFields, body: Uint8Array, archive: Archive) {
  const { channel, corpId } = archive
  const id = textIn(fields, 'MsgId')
  const from = textIn(fields, 'FromUserName')
  const application = `app:${textIn(fields, 'AgentID')}`
  const author = identify(from)
  return {
    kind: 'message' as const,
    channel,
    messageKey: id ? messageKeyOf(corpId, id) : toUnread(body, archive).messageKey,
    conversationKey: `${from}|${application}`,
    conversationType: 'direct' as const,
    direction: isOutside(from) ? ('inbound' as const) : ('internal' as const),
    author,
    participants: [
      { identity: author, role: 'author' as const },
      { identity: { kind: 'unknown' as const, value: application }, role: 'recipient' as const },
    ],
    ...sentAtOf(fields),
  }
}
