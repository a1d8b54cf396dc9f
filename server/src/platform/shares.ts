import { Failure } from '#kernel/failure.ts'
import { RecentMap } from './recent-map.ts'

/** The user of some work. Work for an organization itself has the organization’s ID as that of its user. */
interface Sharer {
  readonly tenantId: string
  readonly userId: string
}

export interface ShareLimits {
  /** Running at once: in total, for one organization, and for one person. */
  readonly total: number
  readonly perTenant: number
  readonly perPerson: number
  /** Waiting at once, for one person and for one organization. */
  readonly waitingPerPerson: number
  readonly waitingPerTenant: number
  /** Work that has waited this long is refused; its caller may try again. */
  readonly waitMs: number
}

/** Starts users' work in turns. */
export interface Shares {
  /**
   * Runs `work` when its turn comes.
   * @param signal If it aborts, the work does not start.
   * @throws Failure `request.too-busy` if the user or the organization uses its share and has too much waiting
   */
  run<Value>(whose: Sharer, work: () => Promise<Value>, signal?: AbortSignal): Promise<Value>
}

interface Waiting extends Sharer {
  readonly begin: () => void
}

/**
 * Shares of a scarce resource: threads, connections, memory. The next turn goes to the waiting organization with the least
 * running work, or whose turn was longest ago; then to one of its people by the same rule; then to that person's oldest
 * request. A user with forty requests delays only their own.
 */
export function openShares(limits: ShareLimits): Shares {
  const waiting = new Set<Waiting>()
  const underWay = new Counts()

  const mayBegin = ({ tenantId, userId }: Sharer) =>
    underWay.total < limits.total &&
    underWay.of(tenantId) < limits.perTenant &&
    underWay.of(userId) < limits.perPerson

  function beginNext(): void {
    let next: Waiting | undefined
    for (const one of waiting) if (mayBegin(one) && (!next || isBefore(one, next))) next = one
    if (!next) return
    waiting.delete(next)
    underWay.add(next, 1)
    next.begin()
  }
  const isBefore = (one: Sharer, other: Sharer) =>
    (underWay.of(one.tenantId) - underWay.of(other.tenantId) ||
      underWay.lastTurnOf(one.tenantId) - underWay.lastTurnOf(other.tenantId) ||
      underWay.of(one.userId) - underWay.of(other.userId) ||
      underWay.lastTurnOf(one.userId) - underWay.lastTurnOf(other.userId)) < 0

  function refuseBeyond({ tenantId, userId }: Sharer): void {
    let [ofPerson, ofTenant] = [0, 0]
    for (const one of waiting) {
      if (one.userId === userId) ofPerson++
      if (one.tenantId === tenantId) ofTenant++
    }
    if (ofPerson >= limits.waitingPerPerson || ofTenant >= limits.waitingPerTenant)
      throw new Failure('request.too-busy')
  }

  async function turnOf(whose: Sharer, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted()
    if (mayBegin(whose)) return underWay.add(whose, 1)
    refuseBeyond(whose)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one: Waiting = { tenantId: whose.tenantId, userId: whose.userId, begin: resolve }
    waiting.add(one)
    const leave = (why: Error) => waiting.delete(one) && reject(why)
    const timer = setTimeout(() => leave(new Failure('request.too-busy')), limits.waitMs)
    const gone = () => leave(signal?.reason as Error)
    signal?.addEventListener('abort', gone, { once: true })
    try {
      await promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', gone)
    }
  }

  return {
    async run(whose, work, signal) {
      await turnOf(whose, signal)
      try {
        return await work()
      } finally {
        underWay.add(whose, -1)
        beginNext()
      }
    },
  }
}

/** How much is running, by organization and person, and when each had its last turn. */
class Counts {
  total = 0
  readonly #counts = new Map<string, number>()
  readonly #lastTurns = new RecentMap<string, number>(10_000)
  #turns = 0

  of(id: string): number {
    return this.#counts.get(id) ?? 0
  }

  lastTurnOf(id: string): number {
    return this.#lastTurns.get(id) ?? 0
  }

  add({ tenantId, userId }: Sharer, change: 1 | -1): void {
    this.total += change
    this.#turns += 1
    for (const id of new Set([tenantId, userId])) {
      if (change === 1) this.#lastTurns.set(id, this.#turns)
      const count = this.of(id) + change
      if (count === 0) this.#counts.delete(id)
      else this.#counts.set(id, count)
    }
  }
}
