import { dateOf } from '#channels/date-of.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedEvent, CapturedMembership, CapturedMessage, Identity } from '#kernel/captured-event.ts'
import { authorOf, messageKeyOf, type Place, placeOf } from './conversation.ts'
import { type AgentMessage } from './fields.ts'
import { identify, self } from './identity.ts'
import { toMessage } from './message.ts'

/** Whether a message is a line of the thread that Messages wrote about its group. Such a line has a number of its own kind. */
export const isGroupItem = ({ itemType = 0 }: AgentMessage) => itemType >= 1 && itemType <= 3

/** A line about a group; undefined for unknown ones, and without a group. */
export function toGroupEvents(message: AgentMessage, account: ChannelAccount): CapturedEvent[] | undefined {
  const place = placeOf(message)
  if (!place) return undefined
  switch (`${message.itemType}/${message.groupActionType ?? 0}`) {
    case '1/0':
      return [toMembership(message, place, account, { action: 'joined', who: affectedOf(message) })]
    case '1/1':
      return [toMembership(message, place, account, { action: 'left', who: affectedOf(message) })]
    case '3/0':
      return [toMembership(message, place, account, { action: 'left', who: authorOf(message) })]
    case '2/0':
      return [toRenaming(message, place, account)]
    case '3/1':
      return [toLine(message, place, account, { groupIcon: 'changed' })]
    case '3/2':
      return [toLine(message, place, account, { groupIcon: 'removed' })]
    default:
      return undefined
  }
}

function toMembership(
  message: AgentMessage,
  { conversationKey }: Place,
  account: ChannelAccount,
  change: Pick<CapturedMembership, 'action' | 'who'>,
): CapturedMembership {
  const at = dateOf(message.dateCreated)
  const actor = authorOf(message)
  return {
    kind: 'membership',
    channel: account.channel,
    eventKey: `g|${messageKeyOf(account, message.guid)}`,
    mirrorKey: message.guid,
    conversationKey,
    ...change,
    ...(at && { at }),
    ...(actor.kind !== 'unknown' && { actor }),
  }
}

/** A title is words of a person that everyone in the group reads, so it is text of the thread. */
function toRenaming(message: AgentMessage, place: Place, account: ChannelAccount): CapturedMessage {
  const { groupTitle } = message
  return {
    ...toLine(message, place, account, { groupTitle: groupTitle ?? '' }),
    ...(groupTitle && { conversationTitle: groupTitle }),
    body: groupTitle || null,
  }
}

function toLine(
  message: AgentMessage,
  place: Place,
  account: ChannelAccount,
  structured: Record<string, unknown>,
): CapturedMessage {
  return { ...toMessage(message, place, account), contentType: 'system', structured }
}

/** The person who was added or removed. The agent gives a row number, and the people of the group with theirs. */
function affectedOf({ otherHandle, handle, chats }: AgentMessage): Identity {
  if (otherHandle === 0) return self
  const people = [...chats.flatMap(({ participants }) => participants), ...(handle ? [handle] : [])]
  const address = people.find(({ originalROWID }) => originalROWID === otherHandle)?.address
  // Someone who was removed is no longer listed.
  return address ? identify(address) : { kind: 'unknown', value: `handle:${otherHandle ?? ''}` }
}
