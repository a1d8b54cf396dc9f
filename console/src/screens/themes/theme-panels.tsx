import type { Theme } from '@verbatim/contract/themes.ts'
import { Bars } from '@verbatim/ui/charts/Bars.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { DayPanel } from '#screens/metrics/DayPanel.tsx'
import { FigureInfo } from '#screens/metrics/FigureInfo.tsx'
import { onDay } from '@verbatim/contract/drilldown-days.ts'
import { figureText } from '@verbatim/contract/figure-words.ts'
import { previousDays } from '#screens/metrics/metric-period.ts'
import { Panel } from '#screens/metrics/Panel.tsx'
import { PartsPanel } from '#screens/metrics/PartsPanel.tsx'
import { useDrilldown } from '#screens/metrics/use-drilldown.ts'

interface ThemePanelProps {
  /** Undefined while it is counted. */
  theme: Theme | undefined
}

/** Its messages by day; each day leads to them. */
export function ThemeDays({ theme }: ThemePanelProps) {
  const hrefOf = useDrilldown()
  const before = theme && previousDays(theme)
  const dayHref = (day: string) => theme && hrefOf(onDay(theme.drilldown, day, theme))
  const points = theme?.days.map((day, at) => ({
    day,
    value: theme.series[at] ?? 0,
    previousDay: before?.[at] ?? day,
    previous: theme.previousSeries[at] ?? 0,
    href: dayHref(day),
    previousHref: before?.[at] === undefined ? undefined : dayHref(before[at]),
  }))
  return (
    <DayPanel title="Messages per day" id="messages" counted={theme && points && { period: theme, points }} />
  )
}

/** The channels on which people write about it. */
export function ThemeChannels({ theme }: ThemePanelProps) {
  const parts = theme?.channels.map(({ channel, ...part }) => partOf(channel, part))
  return <PartsPanel title="Channels" by="channel" dates={theme} parts={parts} height={160} />
}

/** The kinds of messages about it. */
export function ThemeCategories({ theme }: ThemePanelProps) {
  const parts = theme?.categories.map(({ category, ...part }) => partOf(category, part))
  return <PartsPanel title="Categories" by="category" dates={theme} parts={parts} height={160} />
}

type Counted = Pick<Theme['channels'][number], 'messages' | 'previous' | 'drilldown'>

const partOf = (key: string, { messages, previous, drilldown }: Counted) => ({
  key,
  value: messages,
  previous,
  drilldown,
})

/** Those who wrote most about it. */
export function ThemePeople({ theme }: ThemePanelProps) {
  const hrefOf = useDrilldown()
  const title = 'Who wrote most'
  const people = theme?.people.map(({ name, userId, contactId, messages, drilldown }, at) => ({
    key: userId ?? contactId ?? String(at),
    label: name,
    messages,
    href: hrefOf(drilldown),
  }))
  const numbers = people && {
    first: 'Person',
    columns: [{ label: 'Messages', text: (value: number | null) => figureText(value, 'count') }],
    rows: people.map(({ key, label, messages, href }) => ({ key, label, values: [messages], href })),
  }
  return (
    <Panel
      title={title}
      info={theme && <FigureInfo id="messages" name={title} period={theme} />}
      height={160}
      dates={theme}
      numbers={numbers}
      drawn={{ form: 'bars' }}
    >
      {people?.length === 0 ? (
        <p>No one in this period.</p>
      ) : (
        <Bars
          label={title}
          areCounts
          bars={(people ?? []).map(({ key, label, messages, href }) => ({
            key,
            label,
            tone: 'indigo',
            value: messages,
            previous: 0,
            text: numberText(messages),
            href,
          }))}
        />
      )}
    </Panel>
  )
}
