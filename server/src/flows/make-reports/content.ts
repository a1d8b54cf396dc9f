/** What a report is made of, for one reader. */
import type { MetricPeriod } from '@verbatim/contract/metrics.ts'
import type { ReportBlock } from '@verbatim/documents/report/report.ts'
import type { Actor } from '#kernel/actor.ts'
import type { Pseudonyms } from '#kernel/pseudonyms.ts'

export interface ReportReader {
  readonly actor: Actor
  /** Files last longer than names may be shown, so what was revealed does not count. */
  readonly pseudonyms: Pseudonyms | undefined
}

/** What is counted for a reader, before it is a file. */
export interface Content {
  readonly title: string
  /** Of the same figures in the console. */
  readonly path: string
  readonly notes: readonly string[]
  readonly period: MetricPeriod
  readonly blocks: readonly ReportBlock[]
}

/** `26 Oct – 24 Nov 2026` */
export const datesText = (from: string, to: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(
    new Date(from),
    new Date(to),
  )

export const timeText = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(at)
