import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedDelete, CapturedEdit, CapturedEvent, CapturedStatus } from '#kernel/captured-event.ts'
import { bodyOf } from './content.ts'
import { authorOf, messageKeyOf } from './conversation.ts'
import { type AgentMessage, dateOf } from './fields.ts'

/**
 * What happened to a message after it was sent, as far as the agent knows now. It tells all of it again each time; the keys
 * show what is new.
 */
export function changesOf(message: AgentMessage, account: ChannelAccount): CapturedEvent[] {
  const { isFromMe, error = 0 } = message
  return [
    // Of others' messages the agent knows only when the owner read them.
    ...(isFromMe ? toReceipts(message, account) : []),
    ...(isFromMe && error !== 0 ? [toFailure(message, account)] : []),
    ...toVersions(message, account),
  ]
}

/** The message was not sent, or not accepted. */
export function toFailure(message: AgentMessage, account: ChannelAccount): CapturedStatus {
  const { error = 0, tempGuid } = message
  return {
    ...toStatus(message, account, 'failed'),
    ...(error !== 0 && { errorCode: String(error) }),
    ...(tempGuid && { aliases: [tempGuid] }),
  }
}

function toReceipts(message: AgentMessage, account: ChannelAccount): CapturedStatus[] {
  const reached = [
    ['delivered', dateOf(message.dateDelivered)],
    ['read', dateOf(message.dateRead)],
  ] as const
  return reached.flatMap(([state, at]) => (at ? [{ ...toStatus(message, account, state), at }] : []))
}

function toStatus({ guid }: AgentMessage, account: ChannelAccount, state: string): CapturedStatus {
  const targetKey = messageKeyOf(account, guid)
  return { kind: 'status', channel: account.channel, eventKey: `s|${targetKey}|*|${state}`, targetKey, state }
}

/** An edit gives the new text. Unsending is an edit that leaves nothing: Apple does not use the date that is meant for it. */
function toVersions(message: AgentMessage, account: ChannelAccount): (CapturedEdit | CapturedDelete)[] {
  const at = dateOf(message.dateRetracted) ?? dateOf(message.dateEdited)
  if (!at) return []
  const targetKey = messageKeyOf(account, message.guid)
  const actor = authorOf(message)
  const change = {
    channel: account.channel,
    targetKey,
    at,
    ...(actor.kind !== 'unknown' && { actor }),
  }
  if (isUnsent(message)) {
    return [{ kind: 'delete', ...change, eventKey: `d|${targetKey}|everyone`, scope: 'everyone' }]
  }
  return [{ kind: 'edit', ...change, eventKey: `e|${targetKey}|${at.getTime()}`, body: bodyOf(message) }]
}

function isUnsent(message: AgentMessage): boolean {
  if (dateOf(message.dateRetracted)) return true
  // Older systems do not count the parts.
  return bodyOf(message) === null && (message.partCount ?? message.attachments.length) === 0
}
