/** Rooms: what they are called, and who is in them. Source: WeCom, "获取会话内容存档内部群信息" and "获取客户群详情". */
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import { dateOf } from '#channels/date-of.ts'
import type { RosterSource } from '#channels/provider-calls.ts'
import { rosterIn, rosterFrom, toRoster } from '#channels/roster.ts'
import type { CapturedRoster } from '#kernel/captured-event.ts'
import { AddressBooks } from './address-book.ts'
import { isJson, type Json, listOf, numberOf, partOf, textOf } from './fields.ts'
import { identify } from './identity.ts'
import { isAsked } from './open-archive.ts'
import { corporationOf } from './secrets.ts'

/** How long a question may take. */
const patienceMs = 10_000

export function archivedRooms(): RosterSource {
  const books = new AddressBooks()
  return {
    async ask(account, conversationKey, { now, ...limits }) {
      const corporation = corporationOf(account)
      if (!corporation || !isAsked(limits) || !isRoom(conversationKey, corporation.corpId))
        return { outcome: 'nothing' }
      const asking = { limits, signal: AbortSignal.timeout(patienceMs), now: () => now }
      const answer = await books.of(account.id, corporation).roomOf(conversationKey, asking)
      if (answer === 'not-now') return { outcome: 'retry', reason: 'not-now' }
      return answer === 'nothing' ? { outcome: 'nothing' } : rosterFrom(conversationKey, answer)
    },
  }
}

/** A talk of two has both names in its key. */
const isRoom = (conversationKey: string, corpId: string) =>
  conversationKey !== '' && conversationKey !== corpId && !conversationKey.includes('|')

/** Undefined for any other delivery. */
export function roomEventOf(stored: StoredDelivery, account: ChannelAccount): CapturedRoster | undefined {
  const given = rosterIn(stored)
  if (!given) return undefined
  const { conversationKey, answer } = given
  const chat = partOf(answer, 'group_chat')
  const title = textOf(answer, 'roomname') ?? textOf(chat, 'name')
  const people = [...listOf(answer, 'members'), ...listOf(chat, 'member_list')].flatMap((one) =>
    isJson(one) ? memberOf(one) : [],
  )
  return toRoster(account, stored, { conversationKey, title, people, isWhole: people.length > 0 })
}

function memberOf(member: Json): CapturedRoster['people'][number][] {
  const id = textOf(member, 'memberid') ?? textOf(member, 'userid')
  if (!id) return []
  const name = textOf(member, 'name')
  const seconds = numberOf(member, 'jointime') ?? numberOf(member, 'join_time')
  const since = dateOf(seconds && seconds * 1000)
  return [{ identity: identify(id), ...(name && { name }), ...(since && { since }) }]
}
