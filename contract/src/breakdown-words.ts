import { categoryNames, urgencyNames } from './categories.ts'
import { channelNames } from './channels.ts'
import { statusNames } from './event-status.ts'
import { ageNames } from './event-ages.ts'
import type { MetricId } from './metric-definitions.ts'
import type { BreakdownId } from './metrics.ts'
import { offChannelWayNames } from './off-channel.ts'
import { severityNames } from './severities.ts'

interface BreakdownWords {
  readonly title: string
  /** What its parts are. */
  readonly first: string
  /** What is divided: the parts have its unit. */
  readonly metric: MetricId
  /** The parts by their keys; a policy has a name of its own. */
  readonly labels: Readonly<Record<string, string>>
}

/** Breakdowns in words: the same on the screen and in reports. */
export const breakdownWords: Readonly<Record<BreakdownId, BreakdownWords>> = {
  'messages-by-channel': {
    title: 'Messages by channel',
    first: 'Channel',
    metric: 'messages',
    labels: channelNames,
  },
  'messages-by-category': {
    title: 'Messages by category',
    first: 'Category',
    metric: 'messages',
    labels: categoryNames,
  },
  'messages-by-urgency': {
    title: 'Messages by urgency',
    first: 'Urgency',
    metric: 'messages',
    labels: urgencyNames,
  },
  'contacts-by-channel': {
    title: 'Contacts by channel',
    first: 'Channel',
    metric: 'contacts',
    labels: channelNames,
  },
  'events-by-status': {
    title: 'Events by status',
    first: 'Status',
    metric: 'events-raised',
    labels: statusNames,
  },
  'events-by-severity': {
    title: 'Events by severity',
    first: 'Severity',
    metric: 'events-raised',
    labels: severityNames,
  },
  'events-by-policy': { title: 'Events by policy', first: 'Policy', metric: 'events-raised', labels: {} },
  'open-events-by-age': {
    title: 'Open events by age',
    first: 'Age',
    metric: 'open-events',
    labels: ageNames,
  },
  'off-channel-mentions-by-way': {
    title: 'Off-channel mentions by kind',
    first: 'Kind',
    metric: 'off-channel-mentions',
    labels: offChannelWayNames,
  },
  'capture-completeness-by-channel': {
    title: 'Capture completeness by channel',
    first: 'Channel',
    metric: 'capture-completeness',
    labels: channelNames,
  },
}
