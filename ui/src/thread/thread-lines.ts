import type { MembershipLine } from '@verbatim/contract/conversations.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { isSameDay } from '#dates.ts'
import { failedStates } from './message-words.ts'

/** The lines of a thread, top to bottom. */
export type ThreadLine =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'membership'; readonly key: string; readonly line: MembershipLine }
  | {
      readonly kind: 'message'
      readonly key: string
      readonly message: ThreadMessage
      /** The same author continues within a few minutes: name and time are not repeated. */
      readonly continues: boolean
      /** It came on another channel than the message before. */
      readonly isNewChannel: boolean
    }

const pauseMs = 5 * 60_000

/** Messages and changes of members in order of time, with a line at the start of each day in the reader's time zone. */
export function threadLines(
  messages: readonly ThreadMessage[],
  memberships: readonly MembershipLine[],
): ThreadLine[] {
  const moments = [
    ...memberships.map((line) => ({ at: line.at, line })),
    ...messages.map((message) => ({ at: message.postedAt, message })),
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const lines: ThreadLine[] = []
  let previous: (typeof moments)[number] | undefined
  let channel: ThreadMessage['channel'] | undefined
  for (const moment of moments) {
    const newDay = !previous || !isSameDay(previous.at, moment.at)
    if (newDay) lines.push({ kind: 'day', key: `day ${moment.at}`, at: moment.at })
    if ('line' in moment) lines.push({ kind: 'membership', key: moment.line.id, line: moment.line })
    else {
      const { message } = moment
      const before = previous && 'message' in previous ? previous.message : undefined
      const isNewChannel = message.channel !== channel
      const continues = !newDay && !isNewChannel && before !== undefined && goesOn(before, message)
      lines.push({ kind: 'message', key: message.id, message, continues, isNewChannel })
      channel = message.channel
    }
    previous = moment
  }
  return lines
}

function goesOn(before: ThreadMessage, after: ThreadMessage): boolean {
  return (
    before.author.address === after.author.address &&
    before.direction === after.direction &&
    after.subject === undefined &&
    // The reason of a failure is beside the time.
    !failedStates.includes(after.deliveryState ?? '') &&
    Date.parse(after.postedAt) - Date.parse(before.postedAt) < pauseMs
  )
}
