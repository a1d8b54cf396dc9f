/** What a report shows: a tab of Key Metrics or an insight, as its reader would see it on the screen. */
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import type { refusals, ReportSubject } from '@verbatim/contract/report-schedules.ts'
import type { Report } from '@verbatim/documents/report/report.ts'
import type { PartCounting } from '#domains/metrics/counted-parts.ts'
import { type Addresses, findSender } from '#domains/organizations/address.ts'
import { findPseudonymKey } from '#domains/organizations/pseudonym-key.ts'
import type { Actor } from '#kernel/actor.ts'
import { makePseudonyms } from '#kernel/pseudonyms.ts'
import type { Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { datesText, timeText } from './content.ts'
import { findInsightContent } from './insight-report.ts'
import { findTabContent } from './tab-report.ts'

/** `onFailure` gets what could not be counted, and the report says so in its place. */
interface Asked extends PartCounting {
  readonly subject: ReportSubject
  /** Of the schedule; a report that is downloaded has none. */
  readonly name?: string
  readonly query: MetricQuery
  readonly now: Date
}

export interface FoundReport {
  readonly report: Report
  /** Without its ending. */
  readonly fileName: string
  /** `26 Oct – 24 Nov 2026` */
  readonly dates: string
  readonly organization: string
  readonly address: string
}

export interface ReportSources {
  readonly secrets: Secrets
  readonly addresses: Addresses
}

/** A report, counted now for one reader, or why the reader has none. */
export async function findReport(
  tx: TenantTx,
  actor: Actor,
  { secrets, addresses }: ReportSources,
  { subject, name, query, now, ...counting }: Asked,
): Promise<FoundReport | { readonly refusal: (typeof refusals)[number] }> {
  const pseudonyms = actor.readsUnderPseudonyms
    ? makePseudonyms(await findPseudonymKey(tx, secrets))
    : undefined
  const reader = { actor, pseudonyms }
  const content =
    subject.kind === 'metrics'
      ? ((await findTabContent(tx, reader, { tab: subject.tab, query, now, ...counting })) ?? 'no-permission')
      : await findInsightContent(tx, reader, { insightId: subject.insightId, query, now, ...counting })
  if (typeof content === 'string') return { refusal: content }
  const { title, path, notes, period, blocks } = content
  const { organization, address } = await findSender(tx, addresses)
  const dates = datesText(period.from, period.to)
  const before = datesText(period.previousFrom, period.previousTo)
  const report = {
    title,
    over: name === undefined ? organization : `${organization} · ${name}`,
    notes: [
      `${dates}, ${period.zone} · compared with ${before} · counted at ${timeText(now, period.zone)}`,
      ...notes,
      `Counted for ${actor.name}: what they can’t see is not counted.`,
    ],
    link: `${address}${path}?period=${period.from}%7C${period.to}`,
    blocks,
    madeAt: now,
  }
  const fileName = `${inFileName(title)}-${period.from}-to-${period.to}`
  return { report, fileName, dates, organization, address }
}

/** `organization-overview`; signs that file systems refuse are hyphens, too. */
const inFileName = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '') || 'insight'
