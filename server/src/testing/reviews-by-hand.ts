/** What supervision counts, as one would count it with pen and paper. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import type { Disposition } from '@verbatim/contract/event-status.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import { isWithin } from '#access/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { kappaOf, type Pair } from '#domains/metrics/agreement.ts'
import { names, now, type Reviewed } from './reviews.ts'
import { dayIn } from './day-in.ts'

/** The days that are counted. */
export const query = { 'date-from': '2026-10-24', 'date-to': '2026-10-29' }
/** @param part 0.5 for the median, 0.9 for what nine in ten took at most. */
export const median = (sorted: readonly number[], part: number) => {
  const at = (sorted.length - 1) * part
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0]
  return low + (high - low) * (at - Math.floor(at))
}

export const oneDecimal = (value: number) => Math.round(value * 10) / 10
const ageMs = (event: Reviewed) => now.getTime() - event.at.getTime()
export const isAged = (event: Reviewed) => ageMs(event) > 7 * dayMs
export const hoursToClose = (event: Reviewed) =>
  ((event.state.decision?.at ?? 0) - event.at.getTime()) / hourMs

export function countReviewsByHand(all: readonly Reviewed[], reader: AccessScope, zone: string) {
  const sees = (groupIds: readonly GroupId[]) => isWithin(reader, { channel: 'sms', groupIds })
  const seen = all.filter(({ groupIds }) => sees(groupIds))
  const casesOf = (event: Reviewed) =>
    event.found.flatMap(({ rule, words, groups: own }) =>
      words !== null && sees(own) ? [`${rule} ${words}`] : [],
    )
  const decisionsOf = ({ state, former }: Reviewed) =>
    [...former, ...(state.decision ? [state.decision] : [])].filter(
      ({ disposition }) => disposition !== 'duplicate',
    )
  const precedentOf = (event: Reviewed): Disposition | undefined => {
    const own = event.state.decision
    if (!own || own.disposition === 'duplicate') return undefined
    return seen
      .filter((other) => other === event || casesOf(other).some((one) => casesOf(event).includes(one)))
      .flatMap(decisionsOf)
      .filter(({ by, at }) => by !== own.by && at < own.at)
      .toSorted((one, other) => other.at - one.at)[0]?.disposition
  }
  const inPeriod = (event: Reviewed) => {
    const day = dayIn(zone, event.at)
    return day >= query['date-from'] && day <= query['date-to']
  }
  const closed = seen.filter((event) => inPeriod(event) && event.state.decision)
  const pairs = closed.flatMap((event): Pair[] => {
    const precedent = precedentOf(event)
    return precedent && event.state.decision
      ? [{ precedent, disposition: event.state.decision.disposition, times: 1 }]
      : []
  })
  const differs = (event: Reviewed) => {
    const precedent = precedentOf(event)
    return precedent !== undefined && precedent !== event.state.decision?.disposition
  }
  const open = seen.filter(({ state }) => !state.decision)
  const loads = [...names.keys(), undefined].flatMap((by) => {
    const held = open.filter(({ state }) => state.holder === by)
    // A person makes each decision of these histories.
    const decided = by === undefined ? [] : closed.filter(({ state }) => state.decision?.by === by)
    if (held.length + decided.length === 0) return []
    const took = decided.map(hoursToClose).toSorted((one, other) => one - other)
    return {
      name: by === undefined ? 'Unassigned' : names[by],
      open: held.length,
      aged: held.filter(isAged).length,
      closed: decided.length,
      medianHours: took.length === 0 ? null : oneDecimal(median(took, 0.5)),
      slowHours: took.length < 10 ? null : oneDecimal(median(took, 0.9)),
      compared: decided.filter((event) => precedentOf(event) !== undefined).length,
      differing: decided.filter(differs).length,
    }
  })
  const policies = [0, 1].flatMap((policy) => {
    const of = seen.filter((event) => event.policy === policy && inPeriod(event))
    const before = seen.filter(
      (event) =>
        event.policy === policy &&
        dayIn(zone, event.at) >= '2026-10-18' &&
        dayIn(zone, event.at) < query['date-from'],
    )
    if (of.length + before.length === 0) return []
    const dispositions = of.flatMap(({ state }) => state.decision?.disposition ?? [])
    const worthwhile = dispositions.filter((one) => one === 'non_compliant' || one === 'questionable')
    return {
      name: `Policy ${policy}`,
      events: of.length,
      previous: before.length,
      closed: dispositions.length,
      falseAlarms: dispositions.filter((one) => one === 'false_positive').length,
      precision:
        dispositions.length < 20 ? null : oneDecimal((worthwhile.length / dispositions.length) * 100),
    }
  })
  const same = pairs.filter(({ precedent, disposition }) => precedent === disposition).length
  const band = (from: number, to: number) =>
    open.filter((event) => ageMs(event) > from * dayMs && ageMs(event) <= to * dayMs).length
  return {
    loads,
    policies,
    compared: pairs.length,
    differing: pairs.length - same,
    agreement: pairs.length < 20 ? null : oneDecimal((same / pairs.length) * 100),
    kappa: pairs.length < 20 ? null : kappaOf(pairs),
    byAge: [band(-1, 7), band(7, 30), band(30, 90), band(90, Infinity)],
  }
}
