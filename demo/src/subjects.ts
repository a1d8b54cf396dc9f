/** The five subjects of the year, about which many clients write for some weeks, each in its season. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { midnight } from './calendar.ts'

export interface Subject {
  /** The topic of its scenes. */
  readonly key: SubjectKey
  /** The middle of its busiest weeks, in days before now. */
  readonly peakDaysAgo: number
  readonly threads: number
}

export const subjects = [
  { key: 'pension transfer', peakDaysAgo: 320, threads: 40 },
  { key: 'new portal', peakDaysAgo: 254, threads: 50 },
  { key: 'rate cut', peakDaysAgo: 190, threads: 58 },
  { key: 'home abroad', peakDaysAgo: 128, threads: 60 },
  { key: 'new fees', peakDaysAgo: 38, threads: 92 },
] as const

export type SubjectKey = (typeof subjects)[number]['key']

/** The days of a season: before its busiest time, half of that time, and after it. */
const ramp = 28
const plateau = 9
const tail = 42

/** How common the subject is on `day`, from 0 to 1. */
export function seasonOf({ peakDaysAgo }: Subject, day: number, now: Date): number {
  const fromPeak = (midnight(day) - midnight(now.getTime())) / dayMs + peakDaysAgo
  if (fromPeak < -plateau) return Math.max(0, 1 + (fromPeak + plateau) / ramp) * 0.5
  if (fromPeak <= plateau) return 1
  return fromPeak > plateau + tail ? 0 : Math.exp((plateau - fromPeak) / 12)
}
