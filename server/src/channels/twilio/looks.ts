import { createHash } from 'node:crypto'
import { isBusy, postponedBy } from '#channels/unanswered.ts'
import { RecentMap } from '#platform/recent-map.ts'
import type { RestAnswer, RestSession } from './rest.ts'

/** Credentials whose answers are shared, at least. */
const leastKept = 2_000
/** With the minute between two looks at an account, what changes is known within two minutes. */
const freshMs = 45_000
const firstSilenceMs = 60_000
const longestSilenceMs = 8 * 60_000

interface Look {
  readonly answer: Promise<RestAnswer<unknown>>
  readonly until: number
}

interface Silence {
  readonly until: number
  readonly ms: number
}

/**
 * What is the same for all accounts that have the same credentials is asked once for all of them. Credentials that ask too often ask
 * nothing for a while, and longer each time.
 */
export class Looks {
  readonly #looks = new RecentMap<string, Look>(leastKept)
  readonly #silences = new RecentMap<string, Silence>(leastKept)

  /** One of the accounts asks, and the others get its answer. Only what Twilio said counts for a while. */
  async shared<Value>(
    what: string,
    session: RestSession,
    now: Date,
    ask: () => Promise<RestAnswer<Value>>,
  ): Promise<RestAnswer<Value>> {
    const key = `${what}|${nameOf(session)}`
    const known = this.#looks.get(key)
    if (known && now.getTime() < known.until) return known.answer as Promise<RestAnswer<Value>>
    const answer = this.own(session, now, ask)
    this.#looks.set(key, { answer, until: now.getTime() + freshMs })
    const { outcome } = await answer
    if (outcome === 'retry' && this.#looks.get(key)?.answer === answer)
      this.#looks.set(key, { answer, until: 0 })
    return answer
  }

  /** About one account only. */
  async own<Value>(
    session: RestSession,
    now: Date,
    ask: () => Promise<RestAnswer<Value>>,
  ): Promise<RestAnswer<Value>> {
    const name = nameOf(session)
    const silence = this.#silences.get(name)
    if (silence && now.getTime() < silence.until) return postponedBy({ status: 429 })
    const answer = await ask()
    if (answer.outcome !== 'retry' || !isBusy(answer)) {
      if (silence) this.#silences.set(name, { until: 0, ms: 0 })
      return answer
    }
    // Several that asked at once are one reason to be silent.
    const latest = this.#silences.get(name)
    if (latest === silence) {
      const ms = Math.min((silence?.ms ?? 0) * 2 || firstSilenceMs, longestSilenceMs)
      this.#silences.set(name, { until: now.getTime() + Math.max(ms, answer.afterMs ?? 0), ms })
    }
    return answer
  }
}

const nameOf = ({ credentials, limits }: RestSession) =>
  createHash('sha256')
    .update(JSON.stringify([credentials, limits.extraHosts]))
    .digest('hex')
