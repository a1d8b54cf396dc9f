/** The ready-made insights: what an organization can open at once, and duplicate to change. */
import type { MetricId } from './metric-definitions.ts'
import type { InsightDefinition, InsightType } from './insights.ts'
import type { ChartForm, Dimension, Place, Tile, TileFilter } from './insight-tiles.ts'
import type { ReadyInsightId } from './ready-insight-ids.ts'

interface ReadyInsight {
  readonly type: InsightType
  readonly definition: InsightDefinition
}

type At = readonly [x: number, y: number, w: number, h: number]
const placeOf = ([x, y, w, h]: At): Place => ({ x, y, w, h })

const figure = (metric: MetricId, at: At, filter: TileFilter = {}, title?: string): Tile => ({
  id: [metric, ...Object.values(filter).flat()].join('-'),
  kind: 'figure',
  metric,
  filter,
  place: placeOf(at),
  ...(title && { title }),
})

interface Divided {
  readonly by: Dimension
  readonly form?: ChartForm
  readonly filter?: TileFilter
  readonly title?: string
}
const chart = (metric: MetricId, at: At, divided: Divided): Tile => ({
  id: `${metric}-by-${divided.by}`,
  kind: 'chart',
  metric,
  by: divided.by,
  form: divided.form ?? (divided.by === 'day' ? 'line' : 'bars'),
  filter: divided.filter ?? {},
  place: placeOf(at),
  ...(divided.title && { title: divided.title }),
})
const table = (metric: MetricId, by: Dimension, at: At): Tile => ({
  id: `${metric}-table`,
  kind: 'table',
  metric,
  by,
  filter: {},
  place: placeOf(at),
})
const words = (id: string, text: string, at: At): Tile => ({ id, kind: 'text', text, place: placeOf(at) })

const complaints: TileFilter = { category: ['complaint'] }

export const readyInsights: Readonly<Record<ReadyInsightId, ReadyInsight>> = {
  'weekly-supervision': {
    type: 'report',
    definition: {
      usualDays: 7,
      tiles: [
        figure('events-raised', [0, 0, 3, 2]),
        figure('open-events', [3, 0, 3, 2]),
        figure('aged-events', [6, 0, 3, 2]),
        figure('time-to-close', [9, 0, 3, 2]),
        chart('events-raised', [0, 2, 8, 5], { by: 'day', form: 'columns' }),
        chart('events-raised', [8, 2, 4, 5], { by: 'severity' }),
        table('events-raised', 'policy', [0, 7, 8, 5]),
        figure('precision', [8, 7, 4, 2]),
        figure('hit-rate', [8, 9, 4, 2]),
        figure('agreement', [0, 12, 4, 2]),
        figure('differing-decisions', [4, 12, 4, 2]),
        figure('false-alarms', [8, 12, 4, 2]),
        chart('open-events', [0, 14, 4, 5], { by: 'age' }),
        table('open-events', 'reviewer', [4, 14, 4, 5]),
        chart('false-alarms', [8, 14, 4, 5], { by: 'policy' }),
      ],
    },
  },
  complaints: {
    type: 'dashboard',
    definition: {
      usualDays: 30,
      tiles: [
        figure('messages-received', [0, 0, 4, 2], complaints, 'Complaints received'),
        figure(
          'messages-received',
          [4, 0, 4, 2],
          { category: ['complaint'], urgency: ['high'] },
          'Urgent complaints',
        ),
        figure('waiting-clients', [8, 0, 4, 2]),
        chart('messages-received', [0, 2, 12, 5], {
          by: 'day',
          filter: complaints,
          title: 'Complaints per day',
        }),
        chart('messages-received', [0, 7, 4, 5], {
          by: 'channel',
          filter: complaints,
          title: 'Complaints by channel',
        }),
        chart('messages-received', [4, 7, 4, 5], {
          by: 'urgency',
          filter: complaints,
          title: 'Complaints by urgency',
        }),
        chart('messages-received', [8, 7, 4, 5], {
          by: 'group',
          filter: complaints,
          title: 'Complaints by group',
        }),
      ],
    },
  },
  'off-channel': {
    type: 'dashboard',
    definition: {
      usualDays: 30,
      tiles: [
        words(
          'note',
          'Where conversations leave the captured channels: what people propose, and how.',
          [0, 0, 12, 1],
        ),
        figure('off-channel-mentions', [0, 1, 4, 2]),
        figure('inactive-representatives', [4, 1, 4, 2]),
        figure('connected-accounts', [8, 1, 4, 2]),
        chart('off-channel-mentions', [0, 3, 8, 5], { by: 'day', form: 'columns' }),
        chart('off-channel-mentions', [8, 3, 4, 5], { by: 'way' }),
        chart('off-channel-mentions', [0, 8, 6, 5], { by: 'channel' }),
        chart('off-channel-mentions', [6, 8, 6, 5], { by: 'group' }),
      ],
    },
  },
  'representatives-activity': {
    type: 'report',
    definition: {
      usualDays: 30,
      tiles: [
        figure('representatives', [0, 0, 3, 2]),
        figure('active-representatives', [3, 0, 3, 2]),
        figure('inactive-representatives', [6, 0, 3, 2]),
        figure('new-adopters', [9, 0, 3, 2]),
        chart('adoption-rate', [0, 2, 6, 5], { by: 'day' }),
        chart('messages-sent', [6, 2, 6, 5], { by: 'day', form: 'columns' }),
        table('messages-sent', 'representative', [0, 7, 12, 6]),
      ],
    },
  },
  'response-times': {
    type: 'dashboard',
    definition: {
      usualDays: 30,
      tiles: [
        words('note', 'How long clients wait for an answer, and who still waits.', [0, 0, 12, 1]),
        figure('first-response', [0, 1, 3, 2]),
        figure('first-response-business', [3, 1, 3, 2]),
        figure('response-rate', [6, 1, 3, 2]),
        figure('waiting-clients', [9, 1, 3, 2]),
        figure('overdue-promises', [0, 3, 4, 2]),
        figure('open-promises', [4, 3, 4, 2]),
        figure('kept-promises', [8, 3, 4, 2]),
        chart('waiting-clients', [0, 5, 12, 3], { by: 'representative' }),
        chart('messages-received', [0, 8, 6, 5], { by: 'day' }),
        chart('messages-sent', [6, 8, 6, 5], { by: 'day' }),
      ],
    },
  },
}
