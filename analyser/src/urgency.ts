/**
 * Urgency by readable rules: each kind of haste gives points, and the sum decides. There is no reliable
 * label to fit on (a ticket's priority is not a message's urgency), so the points are a judgement, tested as a table.
 */
import type { Category, Urgency } from './categories.ts'
import { type Haste, hastes } from './cues.ts'
import { type Reading, toneNumber } from './reading.ts'

/** Points at which a message is of medium, and of high, urgency. */
const thresholds = { medium: 2, high: 4 } as const

/** The points of one or more cues of a kind; "now" twice is not twice as urgent. */
const points: Readonly<Record<Haste, number>> = {
  danger: 5,
  fraud: 4,
  immediate: 4,
  legal: 3,
  money: 3,
  deadline: 2,
  outage: 2,
  today: 1,
  soon: 1,
  escalation: 1,
  grave: 1,
  calm: -4,
}

/** The points of the text last read; never below 0. */
export function urgencyPoints(reading: Reading, category: Category): number {
  const { hasteCounts, tokens } = reading
  const times = (haste: Haste) => hasteCounts[hasteNumbers[haste]] ?? 0
  const asks = category === 'question' || category === 'request' || category === 'complaint'
  let sum = 0
  for (const haste of hastes) if (times(haste) > 0) sum += points[haste]
  if (asks && times('today') > 0) sum += 1
  if (times('escalation') > 1) sum += 1
  if (category === 'complaint') sum += 1
  if (!asks) sum -= ownHaste(times, category === 'compliment' || promises(reading))
  if (sum > 0 && tokens.exclamations > 1) sum += 1
  if (sum > 0 && shouts(reading)) sum += 1
  return Math.max(0, sum)
}

export function toUrgency(sum: number): Urgency {
  if (sum >= thresholds.high) return 'high'
  return sum >= thresholds.medium ? 'medium' : 'low'
}

const hasteNumbers = Object.fromEntries(hastes.map((haste, at) => [haste, at + 1])) as Record<Haste, number>
const offerTone = toneNumber('offer')

/** Points to subtract if the text asks nothing of its reader: "I will do it right away" is urgent only for its writer. */
function ownHaste(times: (haste: Haste) => number, allOfIt: boolean): number {
  let own = 0
  for (const haste of ['today', 'soon'] as const) if (times(haste) > 0) own += points[haste]
  if (allOfIt)
    for (const haste of ['immediate', 'deadline', 'grave'] as const)
      if (times(haste) > 0) own += points[haste]
  return own
}

function promises({ tokens, tone }: Reading): boolean {
  for (let at = 0; at < tokens.count; at++) if (tone[at] === offerTone) return true
  return false
}

/** Mostly capitals over several words, so that an acronym or a ticker is not a shout. */
function shouts({ tokens }: Reading): boolean {
  return tokens.shouted >= 3 && tokens.capitals > tokens.letters * 0.6
}
