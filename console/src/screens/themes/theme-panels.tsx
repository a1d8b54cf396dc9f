import type { Category } from '@verbatim/contract/categories.ts'
import type { Theme } from '@verbatim/contract/themes.ts'
import { Bars } from '@verbatim/ui/charts/Bars.tsx'
import { categoryMeanings, channelMeaning, type Meaning } from '@verbatim/ui/colors.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { DayPanel } from '#screens/metrics/DayPanel.tsx'
import { onDay } from '@verbatim/contract/drilldown-days.ts'
import { changeOf, figureText } from '@verbatim/contract/figure-words.ts'
import { FigureChange } from '#screens/metrics/FigureChange.tsx'
import { previousDays } from '#screens/metrics/metric-period.ts'
import type { Numbers } from '#screens/metrics/NumberTable.tsx'
import { Panel } from '#screens/metrics/Panel.tsx'
import { useDrilldown, useDrilldownBefore } from '#screens/metrics/use-drilldown.ts'

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

interface Part {
  readonly key: string
  readonly meaning: Meaning
  readonly messages: number
  readonly previous: number
  readonly href: string | undefined
  readonly before: { readonly href: string | undefined }
}

/** The channels on which people write about it. */
export function ThemeChannels({ theme }: ThemePanelProps) {
  const hrefOf = useDrilldown()
  const before = useDrilldownBefore(theme)
  const parts = theme?.channels.map(({ channel, messages, previous, drilldown }) => ({
    key: channel,
    // A channel has no colour of its own, so its bar has the accent.
    meaning: { ...channelMeaning(channel), tone: 'indigo' as const },
    messages,
    previous,
    href: hrefOf(drilldown),
    before: { href: before(drilldown) },
  }))
  return <PartsPanel title="Channels" first="Channel" theme={theme} parts={parts} />
}

/** The kinds of messages about it. */
export function ThemeCategories({ theme }: ThemePanelProps) {
  const hrefOf = useDrilldown()
  const before = useDrilldownBefore(theme)
  const parts = theme?.categories.map(({ category, messages, previous, drilldown }) => ({
    key: category,
    meaning: categoryMeanings[category as Category],
    messages,
    previous,
    href: hrefOf(drilldown),
    before: { href: before(drilldown) },
  }))
  return <PartsPanel title="Categories" first="Category" theme={theme} parts={parts} />
}

interface PartsPanelProps extends ThemePanelProps {
  title: string
  first: string
  parts: readonly Part[] | undefined
}

function PartsPanel({ title, first, theme, parts }: PartsPanelProps) {
  return (
    <Panel title={title} height={160} dates={theme} numbers={parts && numbersOf(first, parts)}>
      {parts?.length === 0 ? (
        <p>None in this period.</p>
      ) : (
        <Bars
          label={title}
          areCounts
          bars={(parts ?? []).map(({ key, meaning, messages, previous, href }) => ({
            key,
            label: meaning.label,
            icon: meaning.icon,
            tone: meaning.tone,
            value: messages,
            previous,
            text: numberText(messages),
            change: <FigureChange change={changeOf(messages, previous, { unit: 'count' })} />,
            href,
          }))}
        />
      )}
    </Panel>
  )
}

const text = (value: number | null) => figureText(value, 'count')

const numbersOf = (first: string, parts: readonly Part[]): Numbers => ({
  first,
  columns: [
    { label: 'This period', text },
    { label: 'Previous period', text, isBefore: true },
  ],
  rows: parts.map(({ key, meaning, messages, previous, href, before }) => ({
    key,
    label: meaning.label,
    values: [messages, previous],
    href,
    before,
  })),
})

/** Those who wrote most about it. */
export function ThemePeople({ theme }: ThemePanelProps) {
  const hrefOf = useDrilldown()
  const people = theme?.people.map(({ name, userId, contactId, messages, drilldown }, at) => ({
    key: userId ?? contactId ?? String(at),
    label: name,
    messages,
    href: hrefOf(drilldown),
  }))
  const numbers = people && {
    first: 'Person',
    columns: [{ label: 'Messages', text }],
    rows: people.map(({ key, label, messages, href }) => ({ key, label, values: [messages], href })),
  }
  return (
    <Panel title="Who wrote most" height={160} dates={theme} numbers={numbers}>
      {people?.length === 0 ? (
        <p>No one in this period.</p>
      ) : (
        <Bars
          label="Who wrote most"
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
