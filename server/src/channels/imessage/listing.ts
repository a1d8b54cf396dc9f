import { dateOf } from '#channels/date-of.ts'
import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import type { ListedMessage, ListedTime, Listing } from '#channels/provider-calls.ts'
import { isDeepJson } from '#channels/deep-json.ts'
import { refused } from '#channels/unanswered.ts'
import { askAgent } from './agent.ts'
import { messageKeyOf } from './conversation.ts'
import { eventsOf, listedType } from './events.ts'
import { type AgentMessage, messageOf } from './fields.ts'
import { agentOf } from './settings.ts'

/** The agent refuses to list more at once. */
const mostOfAgent = 1_000

/** The full form: how a text looks and whom it mentions, what an edited text was before, and the cards of apps. */
const parts = [
  'chats',
  'chats.participants',
  'attachments',
  'attributed-body',
  'message-summary-info',
  'payload-data',
]

/**
 * The messages on the Mac. The agent posts each event once, and no one gets it while we or the Mac are away, and signs none; and its
 * webhooks have only a reduced form. So only this list is complete, and a webhook is a hint: the listed form is kept of every
 * message. A page is an offset into the list, oldest first, with rows of the same time in the order in which they were written. A
 * message that syncs late shifts the pages behind it, so that one of them is listed twice; a message that is deleted on the Mac
 * meanwhile hides one, which the next listing of this time has.
 */
export const agentListing: Listing = {
  async list(account, asked, { mostItems, ...limits }) {
    const agent = agentOf(account)
    if (!agent) return refused('not-configured')
    const offset = Number(asked.page ?? 0)
    const limit = Math.min(mostItems, mostOfAgent)
    const body = JSON.stringify({ ...rangeOf(asked), offset, limit, with: parts, convertAttachments: false })
    const answer = await askAgent(agent, z.array(z.unknown()), 'message/query', {
      ...limits,
      method: 'POST',
      body,
    })
    if ('outcome' in answer) return answer
    const { data, total } = answer
    const listed = data.map((one) => toListed(one, account))
    if (!listed.every((one) => one !== undefined)) return refused('not-understood')
    const end = offset + data.length
    const isMore = data.length > 0 && (total === undefined ? data.length >= limit : end < total)
    return {
      outcome: 'page',
      messages: listed.flatMap(({ sentAt, ...one }) =>
        sentAt && sentAt >= asked.from && sentAt < asked.before ? [{ ...one, sentAt }] : [],
      ),
      ...(isMore && { next: String(end) }),
    }
  },
}

/**
 * The agent includes both ends, and compares nanoseconds that it has rounded. So we ask for a millisecond more at each end,
 * and leave out ourselves what was sent outside.
 */
function rangeOf({ from, before }: ListedTime) {
  return { after: Math.max(0, from.getTime() - 1), before: Math.max(1, before.getTime() + 1), sort: 'ASC' }
}

/**
 * A row of the list as a delivery; undefined if it is none. The bytes depend on the row alone, so that listing it again
 * adds nothing. A row without a date was sent at no time.
 *
 * A tapback, or a line about who joined or left, is a row of its own, but no message to us. Its key is the one that a message
 * with its guid would have: nothing stored has it, so these are known by their bytes alone. Other bytes (a receipt, a new member) tell an event that has its
 * key already.
 */
function toListed(
  row: unknown,
  account: ChannelAccount,
): (Omit<ListedMessage, 'sentAt'> & { readonly sentAt: Date | undefined }) | undefined {
  const message = messageOf(row)
  if (!message) return undefined
  const body = Buffer.from(JSON.stringify({ type: listedType, data: shallowFieldsOf(message) }))
  const events = eventsOf(body, account)
  const read = events.find(({ kind }) => kind === 'message')
  return {
    ...(read ? { isFollowed: true as const } : { isAside: true as const }),
    deliveredAs: { key: `new-message:${message.guid}:`, endsInHash: true },
    messageKey: read?.kind === 'message' ? read.messageKey : messageKeyOf(account, message.guid),
    sentAt: dateOf(message.dateCreated),
    contentType: 'application/json',
    body,
  }
}

/** A field that nests too deep to be written again costs us only that field: its sender must not stop the list. */
function shallowFieldsOf({ raw }: AgentMessage): object {
  return Object.fromEntries(Object.entries(raw as object).filter(([, value]) => !isDeepJson(value)))
}
