import { minuteMs } from '@verbatim/contract/durations.ts'
import { networkOf } from './network-of.ts'
import { rateWindow } from './rate-window.ts'
import { RecentMap } from './recent-map.ts'

/** How many failures a minute are allowed before attempts are refused unchecked. */
interface TryLimits {
  /** Per address and target. */
  readonly perPair: number
  /** Per address over all targets. */
  readonly perAddress: number
  /** At one target, from all addresses together. Beyond it each address still has one attempt. */
  readonly perTarget: number
}

/** An attempt: its caller, and its target, such as an account. */
export interface Try {
  readonly address: string
  readonly target: string
}

/**
 * Counts failed attempts at an endpoint, so a stranger cannot make it work: beyond the limits, an attempt is refused before
 * any work is done for it. A caller cannot lock out another: each address has its own count, even if many addresses flood a
 * target, and an address that succeeded at a target before is always admitted there.
 */
export interface FailedTries {
  /** Whether another attempt is checked. */
  mayTry(one: Try, now: Date): boolean
  /** Counts a failure; false if it is beyond the limits. */
  failed(one: Try, now: Date): boolean
  /** Remembers that this address succeeded at this target. */
  succeeded(one: Try): void
}

const leastKnown = 20_000

export function countFailedTries(limits: TryLimits): FailedTries {
  const perMinute = (limit: number) => rateWindow({ limit, windowMs: minuteMs })
  const pairs = perMinute(limits.perPair)
  const addresses = perMinute(limits.perAddress)
  const targets = perMinute(limits.perTarget)
  const first = perMinute(1)
  const known = new RecentMap<string, true>(leastKnown)
  const pairOf = ({ address, target }: Try) => `${networkOf(address)} ${target}`
  const isBeyond = (one: Try, now: Date) => {
    const pair = pairOf(one)
    return (
      pairs.isFull(pair, now) ||
      addresses.isFull(networkOf(one.address), now) ||
      (targets.isFull(one.target, now) && first.isFull(pair, now))
    )
  }
  return {
    mayTry: (one, now) => known.get(pairOf(one)) === true || !isBeyond(one, now),
    failed(one, now) {
      const beyond = isBeyond(one, now)
      pairs.take(pairOf(one), now)
      first.take(pairOf(one), now)
      addresses.take(networkOf(one.address), now)
      targets.take(one.target, now)
      return !beyond
    },
    succeeded(one) {
      if (!known.get(pairOf(one))) known.set(pairOf(one), true)
    },
  }
}
