/** The rows behind the figures of Key Metrics and themes as tables: those of the lists on the screen, found by the same queries. */
import { dayReasonTexts, dayStateNames } from '@verbatim/contract/account-coverage.ts'
import { categoryNames, urgencyNames } from '@verbatim/contract/categories.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import type { ExportedRows } from '@verbatim/contract/exported-rows.ts'
import type { Page } from '@verbatim/contract/list.ts'
import { inactiveText, type Representative } from '@verbatim/contract/metric-lists.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { KeptQuestion, RowOf } from '@verbatim/contract/row-exports.ts'
import { findDigitalContacts } from '#domains/metrics/contacts.ts'
import { findMetricConversations, requireThemesSeen } from '#domains/metrics/conversations.ts'
import type { ListedQuery, ListedReader } from '#domains/metrics/listed.ts'
import type { Periods } from '#domains/metrics/period.ts'
import { findSupervisedPolicies } from '#domains/metrics/policies.ts'
import { findRepresentatives } from '#domains/metrics/representatives.ts'
import { findBursts } from '#domains/metrics/responses.ts'
import { findReviewerLoads } from '#domains/metrics/reviewers.ts'
import { findThemeContacts, requireThemeOfContacts } from '#domains/metrics/theme-people.ts'
import { findWaitingClients } from '#domains/metrics/waiting.ts'
import { findWaitingOwners } from '#domains/metrics/waiting-owners.ts'
import { accountDaysOf } from '#flows/reconcile/coverage.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import type { ExportedColumn } from '#platform/list/exported.ts'

type Find<Row, Query> = (
  tx: TenantTx,
  scope: AccessScope,
  periods: Periods,
  query: Query,
) => Promise<Page<Row>>
/** What a file asks its list for: its question, and a page of the rows. */
type QueryOf<Rows extends ExportedRows> = KeptQuestion<Rows> &
  Pick<ListedQuery, 'limit' | 'skip'> &
  ListedReader

/** A column of a file, perhaps for some of the readers of the list alone. */
interface RowColumn<Row> extends ExportedColumn<Row> {
  readonly seenBy?: Permission
}

/** How the rows of a list are found, and the columns of its file. */
interface MetricRows<Rows extends ExportedRows> {
  readonly find: Find<RowOf<Rows>, QueryOf<Rows>>
  /** Whether it may name a theme that is hidden from others. */
  readonly hasHiddenThemes?: true
  /** What the list refuses, before a file is promised. */
  readonly require?: (tx: TenantTx, scope: AccessScope, query: KeptQuestion<Rows> & ListedReader) => unknown
  readonly columns: readonly RowColumn<RowOf<Rows>>[]
}

const timeOf = (at: string | null) => at && new Date(at)
const namesOf = (people: readonly { readonly name: string }[]) => people.map(({ name }) => name).join('; ')
const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')

const representativeColumns: readonly ExportedColumn<Representative>[] = [
  { name: 'Representative', width: 24, cell: ({ name }) => name },
  { name: 'Email', width: 28, cell: ({ email }) => email },
  { name: 'Status', width: 24, cell: (row) => inactiveText(row) ?? 'Active' },
  { name: 'Messages sent', cell: ({ sent }) => sent },
  { name: 'Previous period', cell: ({ previous }) => previous },
  { name: 'Contacts', cell: (row) => row.contacts },
  { name: 'Last wrote (UTC)', width: 20, cell: ({ lastSentAt }) => timeOf(lastSentAt) },
  { name: 'Silent for (days)', cell: ({ daysSince }) => daysSince },
]

const representativesOf =
  (kind: 'active' | 'inactive'): Find<Representative, QueryOf<'active-representatives'>> =>
  (tx, scope, periods, query) =>
    findRepresentatives(tx, scope, periods, { ...query, kind })

export const metricRows: { readonly [Rows in ExportedRows]: MetricRows<Rows> } = {
  representatives: { find: findRepresentatives, columns: representativeColumns },
  'active-representatives': { find: representativesOf('active'), columns: representativeColumns },
  'inactive-representatives': { find: representativesOf('inactive'), columns: representativeColumns },
  'waiting-clients': {
    find: findWaitingClients,
    columns: [
      { name: 'Conversation', width: 28, cell: ({ title }) => title },
      { name: 'Channel', width: 18, cell: ({ channel }) => channelNames[channel] },
      { name: 'Category', cell: ({ category }) => categoryNames[category] },
      { name: 'Urgency', cell: ({ urgency }) => urgencyNames[urgency] },
      { name: 'Representatives', width: 28, cell: ({ representatives }) => namesOf(representatives) },
      { name: 'Waiting since (UTC)', width: 20, cell: ({ since }) => timeOf(since) },
      { name: 'Waiting for (hours)', width: 20, cell: ({ hours }) => hours },
      { name: 'Conversation ID', width: 38, cell: ({ conversationId }) => conversationId },
      { name: 'Message ID', width: 38, cell: ({ messageId }) => messageId },
    ],
  },
  'waiting-owners': {
    find: findWaitingOwners,
    columns: [
      { name: 'Representative', width: 24, cell: ({ name }) => name || 'No representative' },
      { name: 'Waiting clients', cell: ({ waiting }) => waiting },
      { name: 'Waiting since (UTC)', width: 20, cell: ({ since }) => timeOf(since) },
      { name: 'Longest wait (hours)', width: 20, cell: ({ hours }) => hours },
    ],
  },
  'response-times': {
    find: findBursts,
    columns: [
      { name: 'Conversation', width: 28, cell: ({ title }) => title },
      { name: 'Channel', width: 18, cell: ({ channel }) => channelNames[channel] },
      { name: 'From', width: 24, cell: ({ from }) => from },
      { name: 'Received (UTC)', width: 20, cell: ({ postedAt }) => timeOf(postedAt) },
      { name: 'Answered (UTC)', width: 20, cell: ({ answeredAt }) => timeOf(answeredAt) },
      { name: 'Took (minutes)', cell: ({ minutes }) => minutes },
      { name: 'In business hours (minutes)', width: 28, cell: ({ businessMinutes }) => businessMinutes },
      { name: 'Representatives', width: 28, cell: ({ representatives }) => namesOf(representatives) },
      { name: 'Conversation ID', width: 38, cell: ({ conversationId }) => conversationId },
      { name: 'Message ID', width: 38, cell: ({ messageId }) => messageId },
    ],
  },
  'contacts-of-period': {
    find: findDigitalContacts,
    columns: [
      { name: 'Contact', width: 24, cell: ({ name }) => name },
      { name: 'Address', width: 24, cell: ({ address }) => address },
      {
        name: 'Channels',
        width: 28,
        cell: (row) => row.channels.map((channel) => channelNames[channel]).join('; '),
      },
      { name: 'Received', cell: ({ received }) => received },
      { name: 'Sent', cell: ({ sent }) => sent },
      { name: 'Reached', cell: ({ isReached }) => yesOrNo(isReached) },
      { name: 'Engaged', cell: ({ isEngaged }) => yesOrNo(isEngaged) },
      { name: 'Last message (UTC)', width: 20, cell: ({ lastAt }) => timeOf(lastAt) },
    ],
  },
  'conversations-of-period': {
    find: findMetricConversations,
    hasHiddenThemes: true,
    require: (_, __, query) => requireThemesSeen(query, query),
    columns: [
      { name: 'Conversation', width: 28, cell: ({ title }) => title },
      { name: 'Channel', width: 18, cell: ({ channel }) => channelNames[channel] },
      { name: 'Theme', width: 24, cell: ({ theme }) => theme?.name, seenBy: 'themes.view' },
      { name: 'Messages', cell: ({ messages }) => messages },
      { name: 'Began (UTC)', width: 20, cell: ({ firstAt }) => timeOf(firstAt) },
      { name: 'Last message (UTC)', width: 20, cell: ({ lastAt }) => timeOf(lastAt) },
      { name: 'Conversation ID', width: 38, cell: ({ conversationId }) => conversationId },
    ],
  },
  'theme-contacts': {
    find: findThemeContacts,
    hasHiddenThemes: true,
    require: requireThemeOfContacts,
    columns: [
      { name: 'Contact', width: 24, cell: ({ name }) => name },
      { name: 'Address', width: 24, cell: ({ address }) => address },
      { name: 'Messages', cell: ({ messages }) => messages },
    ],
  },
  'account-days': {
    find: accountDaysOf,
    columns: [
      { name: 'Day', width: 12, cell: ({ day }) => day },
      { name: 'Account', width: 24, cell: ({ name }) => name },
      { name: 'Number or address', width: 24, cell: ({ address }) => address },
      { name: 'Channel', width: 18, cell: ({ channel }) => channelNames[channel] },
      { name: 'Owner', width: 24, cell: ({ owner }) => owner?.name },
      { name: 'Status', width: 22, cell: ({ state }) => dayStateNames[state] },
      {
        name: 'Why',
        width: 60,
        cell: ({ reasons }) => reasons.map((reason) => dayReasonTexts[reason]).join('; '),
      },
      { name: 'Hours to compare', width: 18, cell: ({ hoursDue }) => hoursDue },
      { name: 'Hours not compared', width: 18, cell: ({ hoursMissing }) => hoursMissing },
      { name: 'Account ID', width: 38, cell: ({ accountId }) => accountId },
    ],
  },
  'supervised-policies': {
    find: findSupervisedPolicies,
    columns: [
      { name: 'Policy', width: 28, cell: ({ name }) => name },
      { name: 'Events', cell: ({ events }) => events },
      { name: 'Previous period', cell: ({ previous }) => previous },
      { name: 'Closed', cell: ({ closed }) => closed },
      { name: 'False alarms', cell: ({ falseAlarms }) => falseAlarms },
      { name: 'Precision (percent)', width: 20, cell: ({ precision }) => precision },
      { name: 'Policy ID', width: 38, cell: ({ id }) => id },
    ],
  },
  'reviewer-loads': {
    find: findReviewerLoads,
    columns: [
      { name: 'Reviewer', width: 24, cell: ({ name }) => name },
      { name: 'Open', cell: ({ open }) => open },
      { name: 'Over 7 days', cell: ({ aged }) => aged },
      { name: 'Closed', cell: ({ closed }) => closed },
      { name: 'Median time (hours)', width: 20, cell: ({ medianHours }) => medianHours },
      { name: '90% within (hours)', width: 20, cell: ({ slowHours }) => slowHours },
      { name: 'Compared', cell: ({ compared }) => compared },
      { name: 'Differing', cell: ({ differing }) => differing },
    ],
  },
}
