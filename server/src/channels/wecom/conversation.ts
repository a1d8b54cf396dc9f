import type { CapturedMessage, Identity, Participant } from '#kernel/captured-event.ts'
import { identify, isOutside, isRobot } from './identity.ts'

/** Who wrote to whom, and in which room. */
export interface Talk {
  readonly from: string
  readonly to: readonly string[]
  /** Empty for a talk between two. */
  readonly room: string
}

/** The key of a message, also for events about it. */
export const messageKeyOf = (corpId: string, messageId: string) => `${corpId}:${messageId}`

type Place = Pick<
  CapturedMessage,
  'conversationKey' | 'conversationType' | 'author' | 'participants' | 'direction'
>

/** The conversation of a message, and the people in it. */
export function placeOf(talk: Talk, messageId: string): Place {
  const isGroup = talk.room !== '' || talk.to.length > 1
  const author = identify(talk.from)
  return {
    conversationKey: talk.room || pairOf(talk),
    conversationType: isGroup ? 'group' : 'direct',
    direction: directionOf(talk, messageId),
    author,
    participants: participantsOf(author, talk.to, isGroup ? 'member' : 'recipient'),
  }
}

/** An employee before a customer; otherwise by their names. */
function pairOf({ from, to }: Talk): string {
  const people = [...new Set([from, ...to])].toSorted()
  return [...people.filter((id) => !isOutside(id)), ...people.filter(isOutside)].join('|')
}

/** An id says that its message went outside, even if no one from there is named. */
function directionOf({ from, to }: Talk, messageId: string): CapturedMessage['direction'] {
  if (from === '') return 'unknown'
  if (isOutside(from)) return 'inbound'
  if (to.some(isOutside) || messageId.endsWith('_external')) return 'outbound'
  return to.length > 0 ? 'internal' : 'unknown'
}

/** The author first; everyone is named once. */
function participantsOf(
  author: Identity,
  others: readonly string[],
  role: Participant['role'],
): Participant[] {
  const ids = new Set(others).difference(new Set([author.value]))
  return [{ identity: author, role: 'author' }, ...[...ids].map((id) => ({ identity: identify(id), role }))]
}

/** The accounts that a message may belong to: its author's, or else that of the first employee who got it. */
export const employeesIn = ({ from, to }: Pick<Talk, 'from' | 'to'>): string[] =>
  [...new Set([from, ...to])].filter((id) => id !== '' && !isOutside(id) && !isRobot(id))
