import { insightSourceNames } from '@verbatim/contract/insight-providers.ts'
import {
  audienceNames,
  type Insight,
  insightCalls,
  insightList,
  insightTypeNames,
  undoInsightRemoval,
} from '@verbatim/contract/insights.ts'
import { getInsightRemoval, type InsightRemoval } from '@verbatim/contract/insight-removals.ts'
import { daysToYesterday } from '@verbatim/contract/metrics.ts'
import { tileTitle } from '@verbatim/contract/tile-titles.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { defineEditor } from '#editor/define-editor.ts'
import { defineRemoval } from '#editor/define-removal.tsx'
import { InsightBody, type InsightValues, newInsight, toBody, toDraft, toValues } from './insight-form.ts'
import { RemovalWords } from './RemovalWords.tsx'
import { InsightDetails } from './InsightDetails.tsx'
import { insightQuery } from './queries.ts'
import { TileHistoryFrame } from './tile-history.tsx'
import { TileSettings } from './TileSettings.tsx'
import { TilesTab } from './TilesTab.tsx'
import { VersionsTab } from './VersionsTab.tsx'

export interface InsightTypes {
  thing: Insight
  values: InsightValues
  body: InsightBody
}

/** An insight: its name and tiles in a grid with live figures, its readers, and its versions. */
export const insightEditor = defineEditor<InsightTypes>({
  noun: 'insight',
  nameOf: ({ name }) => name,
  place: { list: insightList, path: '/organization/insights' },
  slice: 'insights',
  query: insightQuery,
  manage: 'insights.manage',
  isEditable: ({ isReadyMade }) => !isReadyMade,
  size: 'page',
  tabs: [
    { id: 'tiles', label: 'Tiles', fields: ['name', 'tiles'], Content: TilesTab, Side: TileSettings },
    {
      id: 'details',
      label: 'Details',
      fields: ['provider', 'externalId', 'type', 'audience', 'profiles', 'usualDays'],
      Content: InsightDetails,
    },
    { id: 'versions', label: 'Versions', isLater: true, Content: VersionsTab },
  ],
  Frame: TileHistoryFrame,
  blank: newInsight,
  toValues,
  schema: InsightBody,
  toBody,
  fields: { profileIds: 'profiles', providerId: 'provider' },
  wordsOf: ({ name, provider, externalId, type, audience, profiles, usualDays, tiles }) => ({
    Name: name,
    'Shown by': provider?.name ?? insightSourceNames.native,
    ...(provider && { ID: externalId }),
    Type: insightTypeNames[type],
    'Visible to':
      audience === 'everybody' ? audienceNames.everybody : profiles.map((one) => one.name).join(', '),
    'Default period': daysToYesterday(Number(usualDays)),
    Tiles: tiles.map(tileTitle).join(', '),
  }),
  changedBy: ({ changedBy = '', changedAt = '' }) => ({ by: changedBy, at: changedAt }),
  changed: 'insight.changed',
  fieldOf: {
    'insight.name-taken': 'name',
    'insight.unknown-profile': 'profiles',
    'insight.bad-id': 'externalId',
    'embedded.unmapped': 'externalId',
    'embedded.not-connected': 'provider',
  },
  save: async ({ api, base }, body) => {
    const { providerId, ...draft } = toDraft(body)
    return {
      saved: base
        ? await api(insightCalls.update, {
            params: { id: base.id },
            body: { ...draft, expectedVersion: base.version },
          })
        : await api(insightCalls.create, { body: { ...draft, providerId } }),
    }
  },
  Note: ({ editor: { base } }) =>
    base && (
      <>
        Version {base.version}
        {base.changedAt && (
          <>
            {' '}
            · changed <Ago at={base.changedAt} /> by <bdi>{base.changedBy}</bdi>
          </>
        )}
        {' · '}
        <TextLink href={`/insights/${base.id}`}>Open</TextLink>
      </>
    ),
  removal: defineRemoval<Insight, InsightRemoval>({
    verb: 'Delete',
    effect: (api, { id }) => api(getInsightRemoval, { params: { id } }),
    Effect: RemovalWords,
    remove: (api, { id, version }) =>
      api(insightCalls.remove, { params: { id }, query: { expectedVersion: version } }),
    undo: (api, { id }) => api(undoInsightRemoval, { params: { id } }),
  }),
})
