import type { Theme } from '@verbatim/contract/themes.ts'
import { changeOf, evenText, figureText } from '@verbatim/contract/figure-words.ts'
import { Bars } from '@verbatim/ui/charts/Bars.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { FigureChange } from '#screens/metrics/FigureChange.tsx'
import { FigureInfo } from '#screens/metrics/FigureInfo.tsx'
import { periodNames } from '#screens/metrics/metric-period.ts'
import { Panel } from '#screens/metrics/Panel.tsx'
import { useDrilldown, useDrilldownBefore } from '#screens/metrics/use-drilldown.ts'

/** What a theme's messages fall into; each leads to its messages. */
export function ThemeSubthemes({ theme }: { theme: Theme }) {
  const hrefOf = useDrilldown()
  const before = useDrilldownBefore(theme)
  const { subthemes, otherSubthemes: others } = theme
  if (subthemes.length === 0) return undefined
  const isSome = others.messages > 0 || others.previous > 0
  const parts = [
    ...subthemes.map(({ id, ...one }) => ({ ...one, key: id, tone: 'indigo' as const })),
    ...(isSome ? [{ ...others, key: 'other', name: 'Other', tone: 'grey' as const }] : []),
  ].map(({ drilldown, ...part }) => ({
    ...part,
    href: hrefOf(drilldown),
    before: { href: before(drilldown) },
  }))
  return (
    <Panel
      title="Sub-themes"
      note="The messages of this theme, grouped by the words people use. “Other” contains those in none of the sub-themes."
      info={<FigureInfo id="messages" name="Sub-themes" period={theme} />}
      height={160}
      dates={theme}
      drawn={{ form: 'bars' }}
      numbers={{
        first: 'Sub-theme',
        columns: [
          { label: periodNames.now, text: (value) => figureText(value, 'count') },
          { label: periodNames.before, text: (value) => figureText(value, 'count'), isBefore: true },
          { label: 'Share', text: (value) => evenText(value, 'percent'), isBeside: true },
        ],
        rows: parts.map(({ key, name, tone, messages, share, previous, href, before: of }) => ({
          key,
          tone,
          label: name,
          values: [messages, previous, share],
          href,
          before: of,
        })),
      }}
    >
      <Bars
        label="Sub-themes"
        areCounts
        bars={parts.map(({ key, name, tone, messages, previous, share, href }) => ({
          key,
          label: name,
          tone,
          value: messages,
          previous,
          text: `${numberText(messages)} (${evenText(share, 'percent')})`,
          change: <FigureChange change={changeOf(messages, previous, { unit: 'count' })} />,
          href,
        }))}
      />
    </Panel>
  )
}
