/** The figures of each tab of Key Metrics, in their order and with the titles of what belongs together: for screens, files and answers. */
import type { MetricId } from './metric-definitions.ts'
import type { MetricTabId } from './metric-tabs.ts'

/** Figures that belong together. */
export interface FigureGroup {
  /** Absent if a tab has only one. */
  readonly title?: string
  readonly ids: readonly MetricId[]
}

export const tabFigures: Readonly<Record<MetricTabId, readonly FigureGroup[]>> = {
  organization: [
    {
      ids: [
        'messages',
        'messages-received',
        'messages-sent',
        'conversations',
        'active-representatives',
        'events-raised',
        'open-events',
        'connected-accounts',
        'capture-completeness',
      ],
    },
  ],
  sales: [
    {
      title: 'Adoption',
      ids: [
        'representatives',
        'active-representatives',
        'inactive-representatives',
        'adoption-rate',
        'new-adopters',
        'messages-sent',
      ],
    },
    {
      title: 'Answers',
      ids: ['waiting-clients', 'response-rate', 'first-response', 'first-response-business'],
    },
    { title: 'Promises', ids: ['open-promises', 'overdue-promises', 'kept-promises'] },
  ],
  digital: [
    { ids: ['contacts', 'reached-contacts', 'engaged-contacts', 'overall-engagement', 'conversations'] },
  ],
  compliance: [
    {
      title: 'Events',
      ids: [
        'events-raised',
        'open-events',
        'aged-events',
        'hit-rate',
        'covered-messages',
        'off-channel-mentions',
      ],
    },
    {
      title: 'Decisions',
      ids: ['closed-events', 'false-alarms', 'precision', 'time-to-close', 'slow-closing'],
    },
    { title: 'Agreement', ids: ['agreement', 'agreement-beyond-chance', 'differing-decisions'] },
  ],
}

/** The part of a tab with one figure, in addresses of the console. */
export const figurePart = (id: MetricId) => `figure-${id}`
