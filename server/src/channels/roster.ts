/** Answers of providers about conversations, as they are kept and read. */
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import type { RosterOutcome } from '#channels/provider-calls.ts'
import type { CapturedRoster } from '#kernel/captured-event.ts'
import { jsonOf } from '#kernel/json.ts'

const rosterType = 'application/vnd.verbatim.roster+json'
/** A larger group is known by its first members. */
const mostPeople = 5_000
/** No name in an app is longer. */
const longestName = 128

type Fields = Readonly<Record<string, unknown>>

/** @param answer As the provider gave it, without what differs each time. */
export const rosterFrom = (
  conversationKey: string,
  answer: unknown,
): Extract<RosterOutcome, { outcome: 'answered' }> => ({
  outcome: 'answered',
  contentType: rosterType,
  body: Buffer.from(JSON.stringify({ conversationKey, answer })),
})

/** An answer that was kept; undefined for any other delivery. */
export function rosterIn({
  contentType,
  body,
}: Pick<StoredDelivery, 'contentType' | 'body'>): { conversationKey: string; answer: Fields } | undefined {
  if (contentType !== rosterType) return undefined
  const { conversationKey, answer } = (jsonOf(body) ?? {}) as Fields
  const isAnswer = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
  return typeof conversationKey === 'string' && isAnswer
    ? { conversationKey, answer: answer as Fields }
    : undefined
}

interface Answer extends Pick<
  CapturedRoster,
  'conversationKey' | 'conversationAliases' | 'isWhole' | 'people'
> {
  readonly title?: string | undefined
}

/** The roster of an answer, as of the time at which it was received. */
export function toRoster(
  { id, channel }: ChannelAccount,
  { receivedAt: at }: StoredDelivery,
  { title, conversationKey, conversationAliases, people, isWhole }: Answer,
): CapturedRoster {
  return {
    kind: 'roster',
    channel,
    eventKey: `o|${id}|${conversationKey}|${at.getTime()}`,
    conversationKey,
    at,
    ...(conversationAliases && { conversationAliases }),
    ...(title && { title: title.slice(0, longestName) }),
    people: people.slice(0, mostPeople).map((one) => ({
      ...one,
      ...(one.name && { name: one.name.slice(0, longestName) }),
    })),
    isWhole: isWhole && people.length <= mostPeople,
  }
}
