import { dateOf } from '#channels/date-of.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import type { CapturedReaction } from '#kernel/captured-event.ts'
import { isStickerOn } from './content.ts'
import { aboutPlace, authorOf, messageKeyOf } from './conversation.ts'
import { type AgentMessage } from './fields.ts'

/** The six that Apple draws itself, in the order of their codes from 2000. The agent names these, and gives others by code. */
const drawn = { love: '❤️', like: '👍', dislike: '👎', laugh: '😂', emphasize: '‼️', question: '❓' }
const values: readonly string[] = Object.values(drawn)
const anyEmoji = 2006
const sticker = 2007

/** Shown if the emoji cannot be found in the message. */
const unknownEmoji = 'unknown-emoji'

/**
 * A tapback: a message of its own, which names the message it is on. Undefined for messages that are none. Removing one is
 * another such message.
 */
export function toReaction(message: AgentMessage, account: ChannelAccount): CapturedReaction | undefined {
  const target = targetOf(message)
  const tapback = tapbackOf(message)
  if (!target || !tapback) return undefined
  const { action, value } = tapback
  const targetKey = messageKeyOf(account, target)
  const part = partOf(message)
  const actor = authorOf(message)
  const at = dateOf(message.dateCreated)
  return {
    kind: 'reaction',
    channel: account.channel,
    eventKey: `r|${targetKey}|${actor.value}|${action}|${value}|${message.guid}`,
    targetKey,
    ...aboutPlace(message),
    ...(at && { at }),
    ...(actor.kind !== 'unknown' && { actor }),
    // Whose message it is on is not said.
    ...(!message.isFromMe && { unconfirmed: true as const }),
    action,
    value,
    ...(part !== undefined && { part }),
  }
}

/** The guid of the message that this one is on: `p:<part>/<guid>`, `bp:<guid>` or only the guid. */
export function targetOf({ associatedMessageGuid }: AgentMessage): string | undefined {
  return /[^/:]+$/.exec(associatedMessageGuid ?? '')?.[0]
}

/** The agent counts parts from 0: a text and each of its files is one. */
function partOf({ associatedMessageGuid }: AgentMessage): number | undefined {
  const index = Number(/^p:(\d{1,4})\//.exec(associatedMessageGuid ?? '')?.[1] ?? 0)
  return index > 0 ? index + 1 : undefined
}

function tapbackOf(message: AgentMessage): Pick<CapturedReaction, 'action' | 'value'> | undefined {
  if (isStickerOn(message)) return undefined
  const type = message.associatedMessageType ?? ''
  const named = type.replace(/^-/, '')
  if (named === 'sticker') return { action: 'add', value: 'sticker' }
  if (Object.hasOwn(drawn, named)) {
    return { action: type.startsWith('-') ? 'remove' : 'add', value: drawn[named as keyof typeof drawn] }
  }
  if (!/^[23]\d{3}$/.test(type)) return undefined
  const removed = type.startsWith('3')
  return {
    action: removed ? 'remove' : 'add',
    value: valueOf(removed ? Number(type) - 1_000 : Number(type), message),
  }
}

function valueOf(code: number, { text = '' }: AgentMessage): string {
  if (code === sticker) return 'sticker'
  const value = values[code - 2_000]
  if (value || code !== anyEmoji) return value ?? unknownEmoji
  // The agent gives the emoji only in the words for devices that know no such tapbacks: Reacted 😂 to “the text”.
  const [words = ''] = text.split(/[“"«„]/, 1)
  return /\p{RGI_Emoji}/v.exec(words)?.[0] ?? unknownEmoji
}
