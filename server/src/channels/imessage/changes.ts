import { dateOf } from '#channels/date-of.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedDelete, CapturedEdit, CapturedEvent, CapturedStatus } from '#kernel/captured-event.ts'
import { bodyOf } from './content.ts'
import { aboutOf, authorOf, messageKeyOf } from './conversation.ts'
import { type AgentMessage } from './fields.ts'
import { historyOf, isUnsent, type Version } from './history.ts'
import { leftOf } from './unsent-parts.ts'

/**
 * What happened to a message after it was sent, as far as the agent knows now. It reports all of it each time; the keys
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

function toStatus(message: AgentMessage, account: ChannelAccount, state: string): CapturedStatus {
  const targetKey = messageKeyOf(account, message.guid)
  const eventKey = `s|${targetKey}|*|${state}`
  return { kind: 'status', channel: account.channel, eventKey, targetKey, ...aboutOf(message), state }
}

/**
 * The texts that a message got later, as far as the agent reports them: all of them in the full form, else the latest. Unsending is
 * an edit that leaves nothing: Apple does not use the date that is meant for it.
 */
function toVersions(message: AgentMessage, account: ChannelAccount): (CapturedEdit | CapturedDelete)[] {
  const at = dateOf(message.dateRetracted) ?? dateOf(message.dateEdited)
  if (!at) return []
  const targetKey = messageKeyOf(account, message.guid)
  const actor = authorOf(message)
  const change = {
    channel: account.channel,
    targetKey,
    ...aboutOf(message),
    ...(actor.kind !== 'unknown' && { actor }),
  }
  const toEdit = (version: Version): CapturedEdit => ({
    kind: 'edit',
    ...change,
    ...version,
    eventKey: `e|${targetKey}|${version.at.getTime()}`,
  })
  const [, ...earlier] = historyOf(message) ?? []
  if (isUnsent(message)) {
    return [
      ...earlier.map(toEdit),
      { kind: 'delete', ...change, at, eventKey: `d|${targetKey}|everyone`, scope: 'everyone' },
    ]
  }
  // The time of the latest is given twice and may differ by a fraction; its key comes from the one that webhooks have too.
  return [...earlier.slice(0, -1), { at, body: bodyOf(message), ...leftOf(message) }].map(toEdit)
}
