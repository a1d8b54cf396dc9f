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
  /** The metric whose unit the parts have. Without one, parts are counts. */
  readonly metric?: MetricId
  /** The parts by their keys; a policy has a name of its own. */
  readonly labels: Readonly<Record<string, string>>
}

/** Breakdowns in words: the same on the screen and in reports. */
export const breakdownWords: Readonly<Record<BreakdownId, BreakdownWords>> = {
  'messages-by-channel': { title: 'Messages by channel', first: 'Channel', labels: channelNames },
  'messages-by-category': { title: 'Messages by category', first: 'Category', labels: categoryNames },
  'messages-by-urgency': { title: 'Messages by urgency', first: 'Urgency', labels: urgencyNames },
  'contacts-by-channel': { title: 'Contacts by channel', first: 'Channel', labels: channelNames },
  'events-by-status': { title: 'Events by status', first: 'Status', labels: statusNames },
  'events-by-severity': { title: 'Events by severity', first: 'Severity', labels: severityNames },
  'events-by-policy': { title: 'Events by policy', first: 'Policy', labels: {} },
  'open-events-by-age': { title: 'Open events by age', first: 'Age', labels: ageNames },
  'off-channel-mentions-by-way': {
    title: 'Off-channel mentions by kind',
    first: 'Kind',
    labels: offChannelWayNames,
  },
  'capture-completeness-by-channel': {
    title: 'Capture completeness by channel',
    first: 'Channel',
    metric: 'capture-completeness',
    labels: channelNames,
  },
}
