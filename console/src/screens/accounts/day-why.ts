import { type DayReason, dayReasonTexts } from '@verbatim/contract/account-coverage.ts'
import { numberText } from '@verbatim/ui/dates.ts'

interface Reasoned {
  readonly reasons: readonly DayReason[]
  readonly hoursDue: number
  /** How many, or which of them: 0 is the one from midnight. */
  readonly hoursMissing: number | readonly number[]
}

/** Why a day is incomplete, or why it can’t be known, as one sentence without its full stop; empty for other days. */
export function dayWhyText({ reasons, ...hours }: Reasoned): string {
  const texts = reasons.map((reason) => (reason === 'hours' ? hoursText(hours) : dayReasonTexts[reason]))
  const text = texts.join('; ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function hoursText({ hoursDue, hoursMissing }: Omit<Reasoned, 'reasons'>): string {
  return typeof hoursMissing === 'number'
    ? `${numberText(hoursMissing)} of ${numberText(hoursDue)} ${dayReasonTexts.hours}`
    : `${dayReasonTexts.hours}: ${spansText(hoursMissing)}`
}

const mostSpans = 3

/** Hours in their order, those that follow each other as one span. */
function spansText(hours: readonly number[]): string {
  const spans: { readonly first: number; last: number }[] = []
  for (const hour of hours) {
    const before = spans.at(-1)
    if (before?.last === hour - 1) before.last = hour
    else spans.push({ first: hour, last: hour })
  }
  const more = spans.length - mostSpans
  const named = spans.slice(0, mostSpans).map(({ first, last }) => `${clock(first)}–${clock(last + 1)}`)
  return `${named.join(', ')}${more > 0 ? ` and ${numberText(more)} more` : ''}`
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
