/** Zones in which figures are compared with a count by hand, each with a moment around which all is said there. */
import { dayAfter } from '#kernel/days.ts'
import { dayIn } from './day-in.ts'

export interface TurnedClock {
  readonly zone: string
  /** When its clocks are turned; of a zone whose clocks are never turned, a midnight there. */
  readonly turnedAt: Date
}

export const turnedClocks: readonly TurnedClock[] = [
  { zone: 'UTC', turnedAt: new Date('2026-10-25T00:00:00Z') },
  // A day of 25 hours, and one of 23.
  { zone: 'Europe/London', turnedAt: new Date('2026-10-25T01:00:00Z') },
  { zone: 'America/New_York', turnedAt: new Date('2026-03-08T07:00:00Z') },
  { zone: 'Asia/Kolkata', turnedAt: new Date('2026-10-24T18:30:00Z') },
  // Samoa had no 30 December: the day after the 29th was the 31st.
  { zone: 'Pacific/Apia', turnedAt: new Date('2011-12-30T10:00:00Z') },
]

/** So many milliseconds after its clocks are turned. */
export const fromTurn = ({ turnedAt }: TurnedClock, ms: number) => new Date(turnedAt.getTime() + ms)

/** The day on which its clocks show the new time, or one so many days of the calendar later. */
export const dayFromTurn = ({ zone, turnedAt }: TurnedClock, days: number) =>
  dayAfter(dayIn(zone, turnedAt), days)
