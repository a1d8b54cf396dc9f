/** WeCom archives only employees who have a seat in the archive, and says of an unknown id nothing at all. */
import type { ChannelAccount, StoredDelivery } from '#channels/connector.ts'
import type { StandingSource } from '#channels/provider-calls.ts'
import { standingFrom, standingIn } from '#channels/standing.ts'
import type { CapturedAccount } from '#kernel/captured-account.ts'
import { AddressBooks } from './address-book.ts'
import { isJson } from './fields.ts'
import { isAsked } from './open-archive.ts'
import { corporationOf } from './secrets.ts'

/** How long the question may take. */
const patienceMs = 10_000

export function archivedEmployees(): StandingSource {
  const books = new AddressBooks()
  return {
    async ask(source, people, { now, ...limits }) {
      const corporation = corporationOf(source)
      if (!corporation || !isAsked(limits)) return { outcome: 'nothing' }
      const asking = { limits, signal: AbortSignal.timeout(patienceMs), now: () => now }
      const answer = await books.of(source.id, corporation).archivedIds(asking)
      if (answer === 'not-now') return { outcome: 'retry', reason: 'not-now' }
      const ids = isJson(answer) ? answer['ids'] : undefined
      // An answer without a list says of no one that they are missing in it.
      if (!Array.isArray(ids)) return { outcome: 'nothing' }
      const archived = new Set(ids.map(String))
      const statements = people.flatMap(({ address, isConnected }) => {
        const isArchived = archived.has(address)
        const isNews = isArchived ? isConnected === false : isConnected !== false
        return isNews ? [standingFrom(address, { userid: address, isArchived }, now)] : []
      })
      return { outcome: 'answered', statements }
    },
  }
}

/** What an answer says of an employee; undefined for any other delivery. */
export function askedEmployee(
  stored: StoredDelivery,
  { channel, address: owner }: ChannelAccount,
): CapturedAccount | undefined {
  const given = standingIn(stored)
  if (!given) return undefined
  const { askedAt, answer } = given
  return {
    kind: 'account',
    channel,
    eventKey: `a|asked|${owner.value}|${askedAt.toISOString()}`,
    owner,
    state: answer['isArchived'] === true ? 'archived' : 'not-archived',
    saidAt: askedAt,
  }
}
