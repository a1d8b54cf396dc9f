import { failedTexts } from '@verbatim/contract/figure-words.ts'
import type { Tile } from '@verbatim/contract/insight-tiles.ts'
import type { InsightFigures, TileFigures } from '@verbatim/contract/insights.ts'
import type { MetricPeriod } from '@verbatim/contract/metrics.ts'
import { definitionOf } from '@verbatim/contract/metric-definitions.ts'
import { tileTitle } from '@verbatim/contract/tile-titles.ts'
import { filterWords } from '@verbatim/contract/tile-words.ts'
import { dayNumbers, DayPanel, useDayPoints } from '#screens/metrics/DayPanel.tsx'
import { FigureInfo } from '#screens/metrics/FigureInfo.tsx'
import { FigureSkeleton, FigureTile } from '#screens/metrics/Figures.tsx'
import { NumberTable } from '#screens/metrics/NumberTable.tsx'
import { Panel } from '#screens/metrics/Panel.tsx'
import { PartsPanel } from '#screens/metrics/PartsPanel.tsx'
import { PartFailure } from '#screens/metrics/SectionFailure.tsx'
import classes from './InsightTile.module.css'

interface InsightTileProps {
  tile: Tile
  /** Undefined while they are counted. */
  figures: InsightFigures | undefined
  onRetry: () => void
}

type Counted = Extract<TileFigures, { state: 'counted' }>
type CountedTile = Exclude<Tile, { kind: 'text' }>

/** One tile: its words, or what it counts, or why there is nothing. */
export function InsightTile({ tile, figures, onRetry }: InsightTileProps) {
  if (tile.kind === 'text') return <p className={classes.text}>{tile.text}</p>
  const found = figures?.tiles.find(({ id }) => id === tile.id)
  if (!figures || !found) return <Waiting tile={tile} />
  if (found.state !== 'counted') return <Closed tile={tile} found={found} onRetry={onRetry} />
  return <CountedContent tile={tile} counted={found} period={figures} />
}

function Waiting({ tile }: { tile: CountedTile }) {
  if (tile.kind === 'figure') return <FigureSkeleton />
  return <PartsPanel title={tileTitle(tile)} by={tile.by} parts={undefined} dates={undefined} />
}

interface ClosedProps {
  tile: CountedTile
  found: Exclude<TileFigures, Counted>
  onRetry: () => void
}

function Closed({ tile, found, onRetry }: ClosedProps) {
  return (
    <div className={classes.closed}>
      <p className={classes.name}>{tileTitle(tile)}</p>
      {found.state === 'not-allowed' ? (
        <p>You can’t see this metric.</p>
      ) : (
        <PartFailure text={found.reason && failedTexts[found.reason]} onRetry={onRetry} isAnnounced />
      )}
    </div>
  )
}

interface CountedProps {
  tile: CountedTile
  counted: Counted
  period: MetricPeriod
}

/** The height of a row and the gap between two, as in `TileGrid.module.css`, and what a panel has beside its picture. */
const [row, gap, around] = [48, 16, 76]
const heightOf = ({ place: { h } }: CountedTile) => Math.max(100, h * row + (h - 1) * gap - around)

/** Which direction is good: fewer complaints are, though of messages in general neither is. */
function betterOf({ metric, filter }: CountedTile) {
  const isComplaints = filter?.category?.length === 1 && filter.category[0] === 'complaint'
  return definitionOf(metric).better ?? (isComplaints ? 'fewer' : undefined)
}

function CountedContent({ tile, counted, period }: CountedProps) {
  const title = tileTitle(tile)
  const { metric } = tile
  // A title of its own says what is counted.
  const note = tile.title ? undefined : filterWords(tile.filter) || undefined
  const days = useDayPoints(period, counted.figure)
  if (tile.kind === 'figure')
    return (
      counted.figure && (
        <FigureTile
          figure={counted.figure}
          period={period}
          title={note ? `${title} · ${note}` : title}
          better={betterOf(tile)}
        />
      )
    )
  if (tile.by !== 'day')
    return (
      <PartsPanel
        title={title}
        metric={metric}
        by={tile.by}
        parts={counted.parts}
        total={counted.total}
        dates={period}
        note={note}
        isTable={tile.kind === 'table'}
        isPrintedInPart
      />
    )
  if (tile.kind === 'table') {
    const numbers = days && dayNumbers(days.points, definitionOf(metric).unit, period)
    return (
      <Panel
        title={title}
        note={note}
        info={<FigureInfo id={metric} name={title} period={period} />}
        dates={period}
        height={200}
        numbers={numbers}
        isTableOnly
      >
        {numbers && <NumberTable title={title} {...numbers} />}
      </Panel>
    )
  }
  return (
    <DayPanel
      title={title}
      id={metric}
      better={betterOf(tile)}
      note={note}
      counted={days}
      height={heightOf(tile)}
      form={tile.form === 'columns' ? 'columns' : 'line'}
    />
  )
}
