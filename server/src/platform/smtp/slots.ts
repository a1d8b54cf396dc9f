import { RecentMap } from '#platform/recent-map.ts'

interface Limits {
  /** At once. */
  readonly connections: number
  readonly connectionsPerAddress: number
}

interface Slot {
  readonly network: string
  readonly isKnown: boolean
  /** It has named a recipient of ours. */
  isUsed: boolean
}

/** At least so many networks that delivered are remembered. */
const leastKnown = 1_000

/**
 * Who may have a conversation, so that a few networks cannot keep all others out by opening connections and saying nothing: where
 * there is no room, the oldest conversation that named no recipient makes room, and a quarter of all is for networks that delivered before.
 */
export class Slots {
  readonly #limits: Limits
  readonly #hangUp: (id: string) => void
  /** The oldest first. */
  readonly #open = new Map<string, Slot>()
  readonly #known = new RecentMap<string, true>(leastKnown)

  constructor(limits: Limits, hangUp: (id: string) => void) {
    this.#limits = limits
    this.#hangUp = hangUp
  }

  take(id: string, network: string): boolean {
    if (this.#count((slot) => slot.network === network) >= this.#limits.connectionsPerAddress) return false
    const isKnown = this.#known.get(network) === true
    if (!this.#hasRoom(isKnown)) {
      const idle = this.#oldestIdle(false) ?? (isKnown ? this.#oldestIdle(true) : undefined)
      if (idle === undefined) return false
      this.give(idle)
      this.#hangUp(idle)
    }
    this.#open.set(id, { network, isKnown, isUsed: false })
    return true
  }

  /** It named a recipient: it is ended by its own limits only. */
  use(id: string): void {
    const slot = this.#open.get(id)
    if (slot) slot.isUsed = true
  }

  delivered(network: string): void {
    this.#known.set(network, true)
  }

  give(id: string): void {
    this.#open.delete(id)
  }

  #hasRoom(isKnown: boolean): boolean {
    const { connections } = this.#limits
    const isStranger = (slot: Slot) => !slot.isKnown
    return (
      this.#open.size < connections && (isKnown || this.#count(isStranger) < Math.ceil((connections * 3) / 4))
    )
  }

  #oldestIdle(isKnown: boolean): string | undefined {
    for (const [id, slot] of this.#open) if (!slot.isUsed && slot.isKnown === isKnown) return id
    return undefined
  }

  #count(is: (slot: Slot) => boolean): number {
    let count = 0
    for (const slot of this.#open.values()) if (is(slot)) count += 1
    return count
  }
}
