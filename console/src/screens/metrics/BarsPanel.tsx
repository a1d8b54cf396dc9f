import { breakdownWords } from '@verbatim/contract/breakdown-words.ts'
import { channels } from '@verbatim/contract/channels.ts'
import type { BreakdownId, Dashboard } from '@verbatim/contract/metrics.ts'
import { Bars } from '@verbatim/ui/Bars.tsx'
import {
  categoryMeanings,
  channelMeaning,
  levelMeanings,
  type Meaning,
  statusMeanings,
} from '@verbatim/ui/colors.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import type { ReactNode } from 'react'
import { changeOf, noFigure } from '@verbatim/contract/figure-words.ts'
import { FigureChange } from './FigureChange.tsx'
import type { Numbers } from './NumberTable.tsx'
import { Panel } from './Panel.tsx'
import { useDrilldown } from './use-drilldown.ts'

type Meanings = Readonly<Partial<Record<string, Meaning>>>

/** A channel has no colour of its own, so its bar has the accent. */
const channelBars: Meanings = Object.fromEntries(
  channels.map((channel) => [channel, { ...channelMeaning(channel), tone: 'indigo' }]),
)

const dimensions: Readonly<Record<Exclude<BreakdownId, 'events-by-policy'>, Meanings>> = {
  'messages-by-channel': channelBars,
  'messages-by-category': categoryMeanings,
  'messages-by-urgency': levelMeanings,
  'contacts-by-channel': channelBars,
  'events-by-status': statusMeanings,
  'events-by-severity': levelMeanings,
}

interface BarsPanelProps {
  id: keyof typeof dimensions
  dashboard: Dashboard | undefined
  note?: ReactNode
}

/** A figure divided by one dimension, a bar for each part. */
export function BarsPanel({ id, dashboard, note }: BarsPanelProps) {
  const hrefOf = useDrilldown()
  const meanings = dimensions[id]
  const { title, first } = breakdownWords[id]
  const parts = dashboard?.breakdowns.find((breakdown) => breakdown.id === id)?.parts
  const known = parts?.map((part) => {
    const { label = part.key, tone = 'grey', icon } = meanings[part.key] ?? {}
    return { ...part, label, tone, icon, href: hrefOf(part.drilldown) }
  })
  return (
    <Panel
      title={title}
      note={note}
      height={200}
      dates={dashboard}
      numbers={known && numbersOf(first, known)}
    >
      {known?.length === 0 ? (
        <p>None in these days.</p>
      ) : (
        <Bars
          label={title}
          bars={(known ?? []).map(({ key, label, icon, tone, value, previous, href }) => ({
            key,
            label,
            ...(icon && { icon }),
            tone,
            value,
            previous,
            text: numberText(value),
            change: <FigureChange change={changeOf(value, previous, { unit: 'count' })} />,
            href,
          }))}
        />
      )}
    </Panel>
  )
}

interface Known {
  readonly key: string
  readonly label: string
  readonly value: number
  readonly previous: number
  readonly href: string | undefined
}

const text = (value: number | null) => (value === null ? noFigure : numberText(value))

function numbersOf(first: string, known: readonly Known[]): Numbers {
  return {
    first,
    columns: [
      { label: 'This period', text },
      { label: 'Period before', text },
    ],
    rows: known.map(({ key, label, value, previous, href }) => ({
      key,
      label,
      values: [value, previous],
      href,
    })),
  }
}
