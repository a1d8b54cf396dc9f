/** The tables in a report of Key Metrics, of people and policies: the lists of the tab, under pseudonyms where the organization reads so. */
import { categoryNames, urgencyNames } from '@verbatim/contract/categories.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import { inactiveText } from '@verbatim/contract/metric-lists.ts'
import type { ExportedRows } from '@verbatim/contract/exported-rows.ts'
import { durationText, failedTexts, figureText } from '@verbatim/contract/figure-words.ts'
import type { MetricUnit } from '@verbatim/contract/metric-definitions.ts'
import type { MetricTabId } from '@verbatim/contract/metric-tabs.ts'
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import { type RowOf, rowExportCalls } from '@verbatim/contract/row-exports.ts'
import type { ReportBlock, ReportCell, ReportTable } from '@verbatim/documents/report/report.ts'
import type { CountPart } from '#domains/metrics/counted-parts.ts'
import { findPeriods, type Periods } from '#domains/metrics/period.ts'
import { metricRows } from '#flows/make-exports/metric-rows.ts'
import { hideMetricPeople, showsMetricPeople } from '#flows/hide-people/metrics.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { Pseudonyms } from '#kernel/pseudonyms.ts'
import type { TenantTx } from '#platform/db.ts'

interface Reader {
  readonly scope: AccessScope
  readonly pseudonyms: Pseudonyms | undefined
  /** As in `TitleReader`. */
  readonly withoutSubjects: boolean
}

/** A list of a tab as a table. */
interface Listed<Rows extends ExportedRows> {
  readonly id: Rows
  readonly title: string
  readonly columns: ReportTable['columns']
  readonly cells: (row: RowOf<Rows>, zone: string) => readonly ReportCell[]
}

/** The rows of a workbook. */
const mostRows = 1_000

/** Subjects of mails and names of strangers have no limit of their own. */
const longestText = 500

const text = (words: string): ReportCell => ({
  text: words.length > longestText ? `${words.slice(0, longestText - 1).toWellFormed()}…` : words,
})
const count = (value: number): ReportCell => ({ text: value.toLocaleString('en'), value })
const figure = (value: number | null, unit: MetricUnit): ReportCell => ({
  text: figureText(value, unit),
  ...(value !== null && { value }),
})
const dayText = (at: string | null, zone: string) =>
  text(
    at === null
      ? 'Never'
      : new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: zone }).format(new Date(at)),
  )

interface Table {
  readonly id: ExportedRows
  readonly title: string
  readonly find: (tx: TenantTx, reader: Reader, periods: Periods) => Promise<ReportTable>
}

/** Finds the rows that the list shows unless it is asked for some, in its own order. */
const tableOf = <Rows extends ExportedRows>({ id, title, columns, cells }: Listed<Rows>): Table => ({
  id,
  title,
  find: async (tx, { scope, pseudonyms, withoutSubjects }, periods) => {
    const { list, query } = rowExportCalls[id]
    const asked = { ...query.parse({}), limit: mostRows, skip: 0, withoutSubjects }
    const page = await metricRows[id].find(tx, scope, periods, asked as never)
    const isHidden = pseudonyms && showsMetricPeople(list)
    const { items } = isHidden ? (hideMetricPeople(list, page, pseudonyms) as typeof page) : page
    const rows = items.map((row) => cells(row, periods.zone))
    return { kind: 'table', title, columns, rows, total: page.total }
  },
})

const active = tableOf({
  id: 'active-representatives',
  title: 'Active representatives',
  columns: [
    { name: 'Representative', part: 4 },
    { name: 'Messages sent', part: 2, isNumber: true },
    { name: 'Previous period', part: 2, isNumber: true },
    { name: 'Contacts', part: 2, isNumber: true },
    { name: 'Last wrote', part: 2 },
  ],
  cells: ({ name, sent, previous, contacts, lastSentAt }, zone) => [
    text(name),
    count(sent),
    count(previous),
    count(contacts),
    dayText(lastSentAt, zone),
  ],
})

const inactive = tableOf({
  id: 'inactive-representatives',
  title: 'Inactive representatives',
  columns: [
    { name: 'Representative', part: 4 },
    { name: 'Why', part: 4 },
    { name: 'Last wrote', part: 2 },
    { name: 'Silent for (days)', part: 2, isNumber: true },
  ],
  cells: ({ name, lastSentAt, daysSince, ...why }, zone) => [
    text(name),
    text(inactiveText(why) ?? ''),
    dayText(lastSentAt, zone),
    daysSince === null ? text('–') : count(daysSince),
  ],
})

const waiting = tableOf({
  id: 'waiting-clients',
  title: 'Waiting clients',
  columns: [
    { name: 'Conversation', part: 4 },
    { name: 'Channel', part: 2 },
    { name: 'Category', part: 2 },
    { name: 'Urgency', part: 1.5 },
    { name: 'Representatives', part: 3 },
    { name: 'Waiting for', part: 3 },
  ],
  cells: ({ title, channel, category, urgency, representatives, hours }) => [
    text(title || 'Without a name'),
    text(channelNames[channel]),
    text(categoryNames[category]),
    text(urgencyNames[urgency]),
    text(representatives.map(({ name }) => name).join(', ') || '–'),
    text(durationText(hours * 60)),
  ],
})

const contacts = tableOf({
  id: 'contacts-of-period',
  title: 'Contacts',
  columns: [
    { name: 'Contact', part: 4 },
    { name: 'Channels', part: 4 },
    { name: 'Received', part: 1.5, isNumber: true },
    { name: 'Sent', part: 1.5, isNumber: true },
    { name: 'Last message', part: 2 },
  ],
  cells: ({ name, channels, received, sent, lastAt }, zone) => [
    text(name),
    text(channels.map((channel) => channelNames[channel]).join(', ')),
    count(received),
    count(sent),
    dayText(lastAt, zone),
  ],
})

const policies = tableOf({
  id: 'supervised-policies',
  title: 'Policies',
  columns: [
    { name: 'Policy', part: 4 },
    { name: 'Events', part: 1.5, isNumber: true },
    { name: 'Previous period', part: 1.5, isNumber: true },
    { name: 'Closed', part: 1.5, isNumber: true },
    { name: 'False alarms', part: 1.5, isNumber: true },
    { name: 'Precision', part: 1.5, isNumber: true },
  ],
  cells: ({ name, events, previous, closed, falseAlarms, precision }) => [
    text(name),
    count(events),
    count(previous),
    count(closed),
    count(falseAlarms),
    figure(precision, 'percent'),
  ],
})

/** Reviewers are no representatives, so they have no pseudonyms, like on the screen. */
const reviewers = tableOf({
  id: 'reviewer-loads',
  title: 'Reviewers',
  columns: [
    { name: 'Reviewer', part: 3.5 },
    { name: 'Open', part: 1, isNumber: true },
    { name: 'Over 7 days', part: 1.5, isNumber: true },
    { name: 'Closed', part: 1, isNumber: true },
    { name: 'Median time', part: 2, isNumber: true },
    { name: '90% within', part: 2, isNumber: true },
    { name: 'Compared', part: 1.5, isNumber: true },
    { name: 'Differing', part: 1.5, isNumber: true },
  ],
  cells: ({ name, open, aged, closed, medianHours, slowHours, compared, differing }) => [
    text(name),
    count(open),
    count(aged),
    count(closed),
    figure(medianHours, 'hours'),
    figure(slowHours, 'hours'),
    count(compared),
    count(differing),
  ],
})

const tables: Readonly<Record<MetricTabId, readonly Table[]>> = {
  organization: [],
  sales: [active, inactive, waiting],
  digital: [contacts],
  compliance: [policies, reviewers],
}

interface Asked {
  readonly countPart: CountPart
  readonly tab: MetricTabId
  readonly query: MetricQuery
  readonly now: Date
}

/** The tables of a tab, in the order of its lists; in place of one that could not be counted, why. */
export async function findPeopleTables(
  tx: TenantTx,
  reader: Reader,
  { tab, query, now, countPart }: Asked,
): Promise<ReportBlock[]> {
  const periods = await findPeriods(tx, query, now)
  const found: ReportBlock[] = []
  for (const { id, title, find } of tables[tab]) {
    const table = await countPart(id, () => find(tx, reader, periods))
    found.push('counted' in table ? table.counted : { kind: 'text', title, text: failedTexts[table.failed] })
  }
  return found
}
