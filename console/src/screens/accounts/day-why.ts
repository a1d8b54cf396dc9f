import { type DayReason, dayReasonTexts } from '@verbatim/contract/account-coverage.ts'
import { numberText } from '@verbatim/ui/dates.ts'

interface Reasoned {
  readonly reasons: readonly DayReason[]
  readonly hoursDue: number
  readonly hoursMissing: number
}

/** Why a day is incomplete, or why it can’t be known, as one sentence without its full stop; empty for other days. */
export function dayWhyText({ reasons, hoursDue, hoursMissing }: Reasoned): string {
  const texts = reasons.map((reason) =>
    reason === 'hours'
      ? `${numberText(hoursMissing)} of ${numberText(hoursDue)} ${dayReasonTexts.hours}`
      : dayReasonTexts[reason],
  )
  const text = texts.join('; ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
