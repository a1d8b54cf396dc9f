import { hash } from 'node:crypto'
import { z } from 'zod'
import { dateOf } from '#channels/date-of.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import type { ListedMessage, Listing } from '#channels/provider-calls.ts'
import { isDeepJson, shallowOf } from '#channels/deep-json.ts'
import { areUnnamed } from '#channels/unnamed-rows.ts'
import { refused } from '#channels/unanswered.ts'
import { askAgent } from './agent.ts'
import { rowsArrivedSince } from './arrived.ts'
import { briefOf } from './brief.ts'
import { messageKeyOf } from './conversation.ts'
import { eventsOf, listedType, unlistedType } from './events.ts'
import { keyOfEvent } from './fields.ts'
import { toUnsupported } from './message.ts'
import { askRows, type Place, type RowBefore } from './rows.ts'
import { agentOf } from './settings.ts'

/** The agent refuses to list more at once. */
const mostOfAgent = 1_000

/**
 * The messages on the Mac. The agent posts each event once, and no one gets it while we or the Mac are away, and signs none; and its
 * webhooks have only a reduced form. So only this list is complete, and a webhook is a hint: the listed form is kept of every
 * message. A page is an offset into the list, oldest first, with rows of the same time in the order in which they were written. A
 * message that syncs late shifts the pages behind it, so that one of them is listed twice; a message that is deleted on the Mac
 * meanwhile hides one, which the next listing of this time has.
 */
export const agentListing: Listing = {
  arrivedSince: rowsArrivedSince,

  async list(account, asked, { mostItems, ...limits }) {
    const agent = agentOf(account)
    if (!agent) return refused('not-configured')
    const most = Math.min(mostItems, mostOfAgent)
    const place = placeOf(asked.page, most)
    if (!place) return refused('not-understood')
    const answer = await askRows({ agent, limits }, asked, place)
    if ('outcome' in answer) return answer
    if ('tooLong' in answer) {
      const messages = [
        toPlaceholder(answer.before ?? { guid: '', dateCreated: asked.from.getTime() }, account),
      ]
      return { outcome: 'page', messages, next: nextPage(place.offset + 1, 2, most) }
    }
    const { rows, limit, total } = answer
    if (areUnnamed(rows, (row) => briefOf(row) !== undefined)) return refused('not-understood')
    const listed = rows.map((row) => toListed(row, account) ?? toStrange(row, account, asked.from))
    const end = place.offset + rows.length
    const isMore = rows.length > 0 && (total === undefined ? rows.length >= limit : end < total)
    return {
      outcome: 'page',
      messages: listed.flatMap(({ sentAt, ...one }) =>
        sentAt && sentAt >= asked.from && sentAt < asked.before ? [{ ...one, sentAt }] : [],
      ),
      ...(isMore && { next: nextPage(end, limit < place.limit ? limit : 2 * limit, most) }),
    }
  },

  lookup: {
    placeOf: (account) => agentOf(account)?.serverUrl.href,
    // Other keys are those of calls, and of what could not be read.
    isId: (account, messageKey) => guidOf(account, messageKey) !== undefined,

    async has(account, messageKey, limits) {
      const agent = agentOf(account)
      if (!agent) return refused('not-configured')
      const guid = guidOf(account, messageKey) ?? ''
      const asked = { ...limits, maxBytes: mostBytes, mayBeMissing: true }
      const answer = await askAgent(
        agent,
        z.object({ guid: z.literal(guid) }).optional(),
        `message/${guid}`,
        asked,
      )
      if ('outcome' in answer) return answer
      if (answer.isMissing) return { outcome: 'gone' }
      return answer.data ? { outcome: 'there' } : refused('not-understood')
    },
  },
}

/** One message, without the texts that it would be listed with. */
const mostBytes = 1024 * 1024

function guidOf(account: ChannelAccount, messageKey: string): string | undefined {
  const guid = /[\w-]{36}$/.exec(messageKey)?.[0]
  return guid !== undefined && messageKeyOf(account, guid) === messageKey ? guid : undefined
}

/** An offset, and how many rows to ask for if it is not the usual number. */
function placeOf(page = '0', most: number): Place | undefined {
  const [, offset, limit] = /^(\d+)(?:\/(\d+))?$/.exec(page) ?? []
  return offset === undefined
    ? undefined
    : { offset: Number(offset), limit: Math.min(Number(limit ?? most) || 1, most) }
}

/** After rows that were too long together, as few are asked for as fitted, and then more again. */
const nextPage = (end: number, limit: number, most: number) =>
  limit < most ? `${end}/${limit}` : String(end)

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
  const brief = briefOf(row)
  if (!brief) return undefined
  const { guid } = brief
  const data = shallowFieldsOf(row as object)
  const body = Buffer.from(JSON.stringify({ type: listedType, data }))
  const isKnown = brief.isPlain && data === row
  const messageKey = isKnown ? messageKeyOf(account, guid) : readKeyOf(body, account)
  return {
    ...(messageKey === undefined ? { isAside: true as const } : { isFollowed: true as const }),
    deliveredAs: { key: `new-message:${guid}:`, endsInHash: true },
    messageKey: messageKey ?? messageKeyOf(account, guid),
    sourceKey: keyOfEvent({ type: listedType, guid }, hash('sha256', body, 'hex')),
    sentAt: dateOf(brief.dateCreated),
    contentType: 'application/json',
    body,
  }
}

/** A row in a form that is not known: it is kept as it came, shown as one that could not be read, and holds back no others. */
function toStrange(row: unknown, account: ChannelAccount, from: Date): ListedMessage {
  const data = isDeepJson(row) ? shallowOf(row) : row
  const body = Buffer.from(JSON.stringify({ type: listedType, data }))
  const sentAt = dateOf(Brief.safeParse(row).data?.dateCreated)
  return {
    messageKey: toUnsupported({ type: listedType, data }, account, body).messageKey,
    sentAt: sentAt ?? from,
    ...(!sentAt && { isAside: true as const }),
    contentType: 'application/json',
    body,
  }
}

const Brief = z.object({ dateCreated: z.number() })

/** The key of the message that these bytes are read as; undefined if they are none. */
function readKeyOf(body: Uint8Array, account: ChannelAccount): string | undefined {
  const read = eventsOf(body, account).find(({ kind }) => kind === 'message')
  return read?.kind === 'message' ? read.messageKey : undefined
}

/**
 * In the place of a row that can't be read, so that it is seen that one is missing. Its bytes name the row before it, which is the
 * same one each time.
 */
function toPlaceholder({ guid, dateCreated }: RowBefore, account: ChannelAccount): ListedMessage {
  const data = { guid: `too-long-after:${guid}`, dateCreated }
  const body = Buffer.from(JSON.stringify({ type: unlistedType, data }))
  const messageKey = toUnsupported({ type: unlistedType, data }, account, body).messageKey
  return { messageKey, sentAt: new Date(dateCreated), contentType: 'application/json', body }
}

/** Of a field that nests too deep to be written again only its texts are: its sender must not stop the list. */
const shallowFieldsOf = (row: object): object =>
  isDeepJson(row)
    ? Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shallowOf(value)]))
    : row
