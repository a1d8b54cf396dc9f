/** Figures of findings and the topics of compliance, as one would count them with pen and paper. */
import { complianceLimits } from '@verbatim/contract/cognitive-compliance.ts'
import { dayMs } from '@verbatim/contract/durations.ts'
import { statuses } from '@verbatim/contract/event-status.ts'
import type { Breakdown, Dashboard } from '@verbatim/contract/metrics.ts'
import { severities } from '@verbatim/contract/severities.ts'
import { isWithin } from '#access/scope.ts'
import type { AccessScope } from '#kernel/actor.ts'
import { findComplianceTopics } from '#domains/metrics/compliance-topics.ts'
import type { TenantTx } from '#platform/db.ts'
import { hoursToClose, isAged, median, oneDecimal, query } from './reviews-by-hand.ts'
import { now, type Reviewed } from './reviews.ts'
import { dayIn } from './day-in.ts'

const days = Array.from({ length: 6 }, (_, at) => dayAfter(query['date-from'], at))
const daysBefore = days.map((day) => dayAfter(day, -days.length))
function dayAfter(day: string, count: number) {
  return new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10)
}

const statusOf = ({ state }: Reviewed) => (state.decision ? 'resolved' : state.isNew ? 'new' : 'in_review')

interface Shown {
  /** Of the tab Cognitive Compliance. */
  readonly figures: Readonly<Record<string, object>>
  readonly parts: Readonly<Record<string, readonly (readonly [string, number, number | null])[]>>
  readonly topics: readonly object[]
}

export function countFindingsByHand(all: readonly Reviewed[], reader: AccessScope, zone: string): Shown {
  const dayOf = new Map(all.map((event) => [event, dayIn(zone, event.at)]))
  const sees = (groupIds: Reviewed['groupIds']) => isWithin(reader, { channel: 'sms', groupIds })
  const seen = all.filter(({ groupIds }) => sees(groupIds))
  const on = (some: readonly string[]) => seen.filter((event) => some.includes(dayOf.get(event)!))
  /** Each piece of evidence is in a message of its own, which has groups of its own. */
  const messages = (some: readonly string[]) =>
    all
      .filter((event) => some.includes(dayOf.get(event)!))
      .flatMap(({ found }) => found)
      .filter(({ groups }) => sees(groups)).length
  const rate = (some: readonly string[]) =>
    messages(some) === 0 ? null : oneDecimal((on(some).length / messages(some)) * 1000)
  const both = <V>(of: (some: readonly string[]) => V) => ({
    value: of(days),
    previous: of(daysBefore),
    series: days.map((day) => of([day])),
    previousSeries: daysBefore.map((day) => of([day])),
  })
  const closed = (some: readonly string[]) => on(some).flatMap((event) => event.state.decision ?? [])
  const as =
    (...wanted: readonly string[]) =>
    (some: readonly string[]) =>
      closed(some).filter(({ disposition }) => wanted.includes(disposition)).length
  const atLeast = (least: number, some: readonly string[], of: () => number) =>
    closed(some).length < least ? null : oneDecimal(of())
  const took = (some: readonly string[]) =>
    on(some)
      .filter(({ state }) => state.decision)
      .map(hoursToClose)
      .toSorted((one, other) => one - other)
  const open = seen.filter(({ state }) => !state.decision)
  const partsBy = (keys: readonly string[], of: (event: Reviewed) => string) =>
    keys.map(
      (key) =>
        [
          key,
          ...[days, daysBefore].map((some) => on(some).filter((event) => of(event) === key).length),
        ] as const as readonly [string, number, number],
    )
  return {
    figures: {
      'events-raised': both((some) => on(some).length),
      'open-events': { value: open.length, previous: null },
      'aged-events': { value: open.filter(isAged).length, previous: null },
      'hit-rate': both(rate),
      'closed-events': both((some) => closed(some).length),
      'false-alarms': both(as('false_positive')),
      precision: both((some) =>
        atLeast(20, some, () => (as('non_compliant', 'questionable')(some) / closed(some).length) * 100),
      ),
      'time-to-close': both((some) => atLeast(1, some, () => median(took(some), 0.5))),
      'slow-closing': both((some) => atLeast(10, some, () => median(took(some), 0.9))),
    },
    parts: {
      'events-by-status': partsBy(statuses, statusOf),
      'events-by-severity': partsBy(severities.toReversed(), () => 'low'),
    },
    topics: [0, 1]
      .flatMap((policy) => {
        const events = on(days)
          .filter((event) => event.policy === policy)
          .toSorted((one, other) => other.at.getTime() - one.at.getTime() || (one.id < other.id ? 1 : -1))
        const [last, first] = [events[0], events.at(-1)]
        if (!first || !last) return []
        return {
          name: `Policy ${policy}`,
          events: events.length,
          openEvents: events.filter(({ state }) => !state.decision).length,
          firstDate: first.at.toISOString(),
          lastDate: last.at.toISOString(),
          evidences: events.slice(0, complianceLimits.evidences).map(({ id }) => id),
        }
      })
      .toSorted((one, other) => other.events - one.events),
  }
}

/** The same as the product says it. */
export async function readFindings(
  tx: TenantTx,
  reader: AccessScope,
  { figures, breakdowns }: Pick<Dashboard, 'figures' | 'breakdowns'>,
  expected: Shown,
): Promise<Shown> {
  const reach = { withAttachments: true }
  const { items } = await findComplianceTopics(tx, reader, { query, reach, now })
  const partsOf = ({ parts }: Breakdown) =>
    parts.map(({ key, value, previous }) => [key, value, previous] as const)
  return {
    figures: Object.fromEntries(
      Object.entries(expected.figures).map(([id, given]) => {
        const figure = figures.find((one) => one.id === id)
        return [id, Object.fromEntries(Object.keys(given).map((name) => [name, figure?.[name as 'value']]))]
      }),
    ),
    parts: Object.fromEntries(
      breakdowns.filter(({ id }) => id in expected.parts).map((one) => [one.id, partsOf(one)]),
    ),
    topics: items.map(({ name, events, openEvents, firstDate, lastDate, evidences }) => ({
      name,
      events,
      openEvents,
      firstDate,
      lastDate,
      evidences: evidences.map(({ eventId }) => eventId),
    })),
  }
}
