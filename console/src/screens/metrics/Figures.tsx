import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { definitionOf, type MetricId, type MetricUnit } from '@verbatim/contract/metric-definitions.ts'
import type { Dashboard, FailedReason, Figure, MetricPeriod } from '@verbatim/contract/metrics.ts'
import { type FigureGroup, figurePart } from '@verbatim/contract/tab-figures.ts'
import { Link, TextLink } from '@verbatim/ui/Link.tsx'
import { Sparkline } from '@verbatim/ui/charts/Sparkline.tsx'
import {
  changeOf,
  failedTexts,
  notKnownBefore,
  nowText,
  pairTexts,
  tooFewText,
} from '@verbatim/contract/figure-words.ts'
import { useCan } from '#shell/use-app-context.ts'
import { FigureChange } from './FigureChange.tsx'
import { FigureInfo } from './FigureInfo.tsx'
import classes from './Figures.module.css'
import { failedPart, type Retry } from './SectionFailure.tsx'
import { useArrival } from './use-arrival.ts'
import { useDrilldown } from './use-drilldown.ts'

interface FiguresProps {
  /** Undefined while they are counted. */
  dashboard: Dashboard | undefined
  groups: readonly FigureGroup[]
  retry: Retry
}

/** The figures of a tab, each a tile that leads to its rows. */
export function Figures({ dashboard, groups, retry }: FiguresProps) {
  return (
    <section aria-label="Figures" aria-busy={!dashboard}>
      {groups.map(({ title = '', ids }) => (
        <div key={title} className={classes.group}>
          {title && <h2 className={classes.title}>{title}</h2>}
          <ul className={classes.figures}>
            {ids.map((id) => (
              <FigurePlace key={id} id={id} dashboard={dashboard} retry={retry} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

interface FigurePlaceProps extends Omit<FiguresProps, 'groups'> {
  id: MetricId
}

/** A figure's place in the list, where a link to it leads once it is counted. */
function FigurePlace({ id, dashboard, retry }: FigurePlaceProps) {
  const place = useArrival<HTMLLIElement>(dashboard && figurePart(id))
  return (
    <li ref={place} className={classes.place} tabIndex={-1} aria-hidden={dashboard ? undefined : true}>
      <FigureOrReason id={id} dashboard={dashboard} retry={retry} />
    </li>
  )
}

/** A figure, or why there is none. */
function FigureOrReason({ id, dashboard, retry }: FigurePlaceProps) {
  if (!dashboard) return <FigureSkeleton />
  const failed = failedPart(dashboard, id)
  if (failed) return <FailedTile id={id} reason={failed.reason} period={dashboard} retry={retry} />
  const figure = dashboard.figures.find((found) => found.id === id)
  return figure && <FigureTile figure={figure} period={dashboard} />
}

interface FailedTileProps {
  id: MetricId
  reason: FailedReason
  period: MetricPeriod
  retry: Retry
}

/** In place of a figure that could not be counted; its neighbours stand. */
function FailedTile({ id, reason, period, retry: { again, isRunning } }: FailedTileProps) {
  const { name } = definitionOf(id)
  return (
    <div className={classes.tile} data-failed>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <FigureInfo id={id} name={name} period={period} />
      </div>
      <div className={classes.body}>
        <div className={classes.words}>
          <span className={classes.failed}>
            <IconAlertTriangle size={16} aria-hidden />
            Not counted
          </span>
          <span className={classes.change}>
            {failedTexts[reason]}
            <Button
              variant="default"
              size="compact-xs"
              loading={isRunning}
              aria-label={`Try again to count ${name}`}
              onClick={again}
              data-screen-only
            >
              Try again
            </Button>
          </span>
        </div>
      </div>
    </div>
  )
}

interface FigureTileProps {
  figure: Figure
  period: MetricPeriod
  /** In place of the metric's name. */
  title?: string | undefined
  /** In place of the metric's: narrowed, it may have a good direction that it has not in general. */
  better?: 'more' | 'fewer' | undefined
}

/** A figure that leads to its rows. */
export function FigureTile({ figure, period, title, better }: FigureTileProps) {
  const { id, value, series, tooFew, drilldown, note } = figure
  const hrefOf = useDrilldown()
  const definition = definitionOf(id)
  const { unit } = definition
  const name = title ?? definition.name
  const text = wholeText(figure, unit)
  const isNothing = value === null && !tooFew && drilldown?.rows === 0
  const href = isNothing ? undefined : hrefOf(drilldown)
  const isLong = unit === 'minutes' || unit === 'hours'
  return (
    <div className={classes.tile} data-linked={href !== undefined || undefined}>
      <div className={classes.head}>
        <span className={classes.name}>{name}</span>
        <FigureInfo id={id} name={name} note={note} period={period} />
      </div>
      <div className={classes.body}>
        <div className={classes.words}>
          <span className={classes.value}>
            <span className={isLong ? classes.long : undefined}>
              {href === undefined ? (
                <Value text={text} unit={unit} />
              ) : (
                <Link href={href} className={classes.link} aria-label={`${name}: ${text}`}>
                  <Value text={text} unit={unit} />
                </Link>
              )}
            </span>
          </span>
          <span className={classes.change}>
            {isNothing && drilldown?.list === 'account-days' ? (
              <NotCompared note={note} />
            ) : (
              <SinceBefore figure={figure} better={better} />
            )}
          </span>
        </div>
        {series && <Sparkline values={series} />}
      </div>
    </div>
  )
}

/** A tile has room to say what a rate is of. */
function wholeText({ value, previous }: Figure, unit: MetricUnit): string {
  const [text] = pairTexts(value, previous, unit)
  return unit === 'per-thousand' && value !== null ? `${text} messages` : text
}

/** What a rate is of is said in small type. */
function Value({ text, unit }: { text: string; unit: MetricUnit }) {
  const [number, of] = unit === 'per-thousand' ? text.split(' per ') : [text]
  if (of === undefined) return text
  return (
    <>
      {number} <span className={classes.of}>per {of}</span>
    </>
  )
}

/** Why there is no figure of accounts, and where they are connected. */
function NotCompared({ note }: { note: string | undefined }) {
  const canConnect = useCan('integrations.view')
  return (
    <>
      {note} {canConnect && <TextLink href="/integrations">See what is connected</TextLink>}
    </>
  )
}

/** The change of a figure since the period before, or why it is not known. */
function SinceBefore({ figure, better }: Pick<FigureTileProps, 'figure' | 'better'>) {
  const { id, value, previous, tooFew } = figure
  const definition = definitionOf(id)
  if (tooFew) return tooFewText(tooFew)
  if (definition.isNow) return nowText(figure)
  if (value !== null && previous === null) return notKnownBefore
  const change = changeOf(value, previous, { ...definition, ...(better && { better }) })
  const [text, before] = pairTexts(value, previous, definition.unit)
  return (
    <>
      {change && <FigureChange change={change} />}
      {previous !== null && previous !== 0 && text !== before && (
        <span className={classes.before}>was {before}</span>
      )}
    </>
  )
}

export function FigureSkeleton() {
  return (
    <div className={classes.tile}>
      <div className={classes.head}>
        <Skeleton height={12} width="55%" radius="xs" />
      </div>
      <div>
        <Skeleton height={24} width="40%" radius="xs" mt={6} />
        <Skeleton height={12} width="70%" radius="xs" mt={14} />
      </div>
    </div>
  )
}
