import { channels } from '@verbatim/contract/channels.ts'
import { ageNames, ages } from '@verbatim/contract/event-ages.ts'
import { type Dimension, dimensionNames } from '@verbatim/contract/insight-tiles.ts'
import { definitionOf, type MetricId, type MetricUnit } from '@verbatim/contract/metric-definitions.ts'
import type { Breakdown, MetricPeriod } from '@verbatim/contract/metrics.ts'
import { offChannelWayNames, offChannelWays } from '@verbatim/contract/off-channel.ts'
import { Bars } from '@verbatim/ui/charts/Bars.tsx'
import {
  categoryMeanings,
  channelMeaning,
  levelMeanings,
  type Meaning,
  statusMeanings,
  type Tone,
} from '@verbatim/ui/colors.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import type { ReactNode } from 'react'
import { changeOf, evenText, notKnownBefore } from '@verbatim/contract/figure-words.ts'
import { FigureChange } from './FigureChange.tsx'
import { FigureInfo } from './FigureInfo.tsx'
import { periodNames } from './metric-period.ts'
import { type Numbers, NumberTable } from './NumberTable.tsx'
import { Panel } from './Panel.tsx'
import { useDrilldown, useDrilldownBefore } from './use-drilldown.ts'

type Meanings = Readonly<
  Partial<Record<string, Pick<Meaning, 'label' | 'tone'> & Partial<Pick<Meaning, 'icon'>>>>
>

/** A channel has no colour of its own, so its bar has the accent. */
const channelBars: Meanings = Object.fromEntries(
  channels.map((channel) => [channel, { ...channelMeaning(channel), tone: 'indigo' }]),
)

/** Open for longer than a week is too long. */
const ageMeanings: Meanings = Object.fromEntries(
  ages.map((age) => [age, { label: ageNames[age], tone: age === 'week' ? 'indigo' : 'amber' }]),
)

const wayMeanings: Meanings = Object.fromEntries(
  offChannelWays.map((way) => [way, { label: offChannelWayNames[way], tone: 'indigo' }]),
)

const meaningsOf: Readonly<Partial<Record<Dimension, Meanings>>> = {
  channel: channelBars,
  category: categoryMeanings,
  urgency: levelMeanings,
  severity: levelMeanings,
  status: statusMeanings,
  age: ageMeanings,
  way: wayMeanings,
}

interface PartsPanelProps {
  title: string
  /** What is divided: its parts have its unit. */
  metric?: MetricId | undefined
  by: Dimension
  /** Undefined while it is counted. */
  parts: Breakdown['parts'] | undefined
  /** How many there are, if these are only the largest. */
  total?: number | undefined
  dates: MetricPeriod | undefined
  note?: ReactNode
  failure?: ReactNode
  /** Bars unless it says a table. */
  isTable?: boolean
  isPrintedInPart?: boolean
  height?: number
}

/** A figure divided by one dimension: a bar or a row for each part. */
export function PartsPanel(props: PartsPanelProps) {
  const { title, metric = 'messages', by, parts, total, dates } = props
  const { note, failure, isTable, isPrintedInPart, height = 200 } = props
  const { unit } = definitionOf(metric)
  const hrefOf = useDrilldown()
  const before = useDrilldownBefore(dates)
  const known = parts?.map((part) => {
    // What has no meaning of its own, such as a group, has a name.
    const { label = part.name ?? part.key, tone = 'indigo', icon } = meaningsOf[by]?.[part.key] ?? {}
    const { drilldown } = part
    return {
      ...part,
      label,
      tone,
      icon,
      href: hrefOf(drilldown),
      before: { href: before(drilldown, part.previous) },
    }
  })
  // A part may be without a previous figure beside others that have one, as where nothing of a channel was known.
  const isCompared = known?.some(({ previous }) => previous !== null)
  const numbers = known && numbersOf(dimensionNames[by], known, (value) => evenText(value, unit))
  return (
    <Panel
      title={title}
      note={total === undefined ? note : <PartNote note={note} shown={parts?.length ?? 0} total={total} />}
      info={dates && <FigureInfo id={metric} name={title} period={dates} />}
      failure={failure}
      height={height}
      dates={dates}
      numbers={numbers}
      isPrintedInPart={isPrintedInPart}
      {...(isTable ? { isTableOnly: true } : { drawn: { form: 'bars' } })}
    >
      {known?.length === 0 ? (
        <p>None in this period.</p>
      ) : isTable && numbers ? (
        <NumberTable title={title} {...numbers} />
      ) : (
        <Bars
          label={title}
          areCounts={unit === 'count'}
          bars={(known ?? []).map(({ key, label, icon, tone, value, previous, href }) => ({
            key,
            label,
            ...(icon && { icon }),
            tone,
            value,
            previous,
            text: evenText(value, unit),
            ...(isCompared && { change: <PartChange {...{ value, previous, unit }} /> }),
            href,
          }))}
        />
      )}
    </Panel>
  )
}

interface PartChangeProps {
  value: number
  previous: number | null
  unit: MetricUnit
}

/** The change of a part, where its figure is compared. */
function PartChange({ value, previous, unit }: PartChangeProps) {
  if (previous === null) return notKnownBefore
  return <FigureChange change={changeOf(value, previous, { unit })} />
}

interface PartNoteProps {
  note: ReactNode
  shown: number
  total: number
}

/** Says that there are more parts than are shown. */
function PartNote({ note, shown, total }: PartNoteProps) {
  return (
    <>
      {note}
      {note && ' · '}
      The {numberText(shown)} largest of {numberText(total)}
    </>
  )
}

interface Known {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly previous: number | null
  readonly href: string | undefined
  readonly before: { readonly href: string | undefined }
  readonly tone: Tone
}

function numbersOf(first: string, known: readonly Known[], text: (value: number | null) => string): Numbers {
  // Figures of now have no period before.
  const isNow = known.length > 0 && known.every(({ previous }) => previous === null)
  return {
    first,
    isNow,
    columns: isNow
      ? [{ label: 'Now', text }]
      : [
          { label: periodNames.now, text },
          { label: periodNames.before, text, isBefore: true },
        ],
    rows: known.map(({ key, label, value, previous, href, before, tone }) => ({
      key,
      label,
      tone,
      values: isNow ? [value] : [value, previous],
      href,
      before,
    })),
  }
}
