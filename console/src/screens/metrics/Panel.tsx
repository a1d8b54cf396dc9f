import { ActionIcon, Skeleton, Title, Tooltip } from '@mantine/core'
import { IconChartBar, IconDownload, IconPhoto, IconTable } from '@tabler/icons-react'
import { csvFile } from '@verbatim/client/csv-text.ts'
import { saveFile } from '@verbatim/client/save-file.ts'
import type { MetricPeriod } from '@verbatim/contract/metrics.ts'
import { dateTimeText } from '@verbatim/ui/dates.ts'
import { type ReactNode, useId, useState } from 'react'
import { type ChartPicture, chartPicture } from './chart-picture.ts'
import { datesText } from './metric-period.ts'
import { type Numbers, NumberTable } from './NumberTable.tsx'
import classes from './Panel.module.css'
import { PrintedFew } from './PrintedFew.tsx'

/** What files of a chart say of its period. */
type ChartPeriod = Omit<MetricPeriod, 'days' | 'nextZone'>

interface PanelProps {
  title: string
  /** A sentence under the title. */
  note?: ReactNode
  info?: ReactNode
  /** What the chart draws, for those who read or keep it; undefined while it is counted. */
  numbers: Numbers | undefined
  /** The period, for exported files. */
  dates?: ChartPeriod | undefined
  /** How it is drawn; without it, there is no picture to save. */
  drawn?: Pick<ChartPicture, 'form' | 'most'> | undefined
  /** The height of what is drawn, for the skeleton. */
  height: number
  /** What is drawn. */
  children: ReactNode
  /** It is a table already. */
  isTableOnly?: boolean
  /** Of its rows or bars, only the first ones are printed. */
  isPrintedInPart?: boolean | undefined
  failure?: ReactNode
}

/** A chart with its title, its numbers as a table, and their export. */
export function Panel(props: PanelProps) {
  const { title, note, info, numbers, dates, drawn, height, children } = props
  const { isTableOnly, isPrintedInPart, failure } = props
  const id = useId()
  const [isTable, setIsTable] = useState(false)
  const swap = isTable ? `Show ${title} as a chart` : `Show ${title} as a table`
  const shown = isTable && numbers ? <NumberTable title={title} {...numbers} /> : children
  const save = () => {
    if (numbers) saveFile(fileName(title, dates, 'csv'), csvFile(rowsOf(numbers)))
  }
  const savePicture = () => {
    if (!numbers || !drawn || !dates) return
    const words = { title, subtitle: subtitleOf(dates, numbers), legend: legendOf(dates, drawnOf(numbers)) }
    const picture = chartPicture({ ...words, ...drawn, numbers: drawnOf(numbers) })
    saveFile(fileName(title, dates, 'svg'), new Blob([picture], { type: 'image/svg+xml' }))
  }
  return (
    <section className={classes.panel} aria-labelledby={id} aria-busy={!numbers && !failure}>
      <div className={classes.head}>
        <Title order={2} id={id} className={classes.title}>
          {title}
        </Title>
        <div className={classes.tools} data-screen-only>
          {info}
          {!isTableOnly && (
            <Tooltip label={isTable ? 'Show as a chart' : 'Show as a table'}>
              <ActionIcon
                size={28}
                aria-label={swap}
                disabled={!numbers}
                onClick={() => setIsTable(!isTable)}
              >
                {isTable ? <IconChartBar size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
          <Tooltip label="Export CSV">
            <ActionIcon size={28} aria-label={`Export ${title} as CSV`} disabled={!numbers} onClick={save}>
              <IconDownload size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          {drawn && (
            <Tooltip label="Save as picture">
              <ActionIcon
                size={28}
                aria-label={`Save ${title} as picture`}
                disabled={!numbers || !dates}
                onClick={savePicture}
              >
                <IconPhoto size={16} aria-hidden />
              </ActionIcon>
            </Tooltip>
          )}
        </div>
      </div>
      {note && <p className={classes.note}>{note}</p>}
      {failure}
      {!failure && !numbers && <Skeleton height={height} radius="md" />}
      {!failure &&
        numbers &&
        (isPrintedInPart ? <PrintedFew total={numbers.rows.length}>{shown}</PrintedFew> : shown)}
    </section>
  )
}

/** Without the last column, if it is not drawn. */
function drawnOf(numbers: Numbers): Numbers {
  const columns = numbers.columns.filter(({ isBeside }) => !isBeside)
  const rows = numbers.rows.map((row) => ({ ...row, values: row.values.slice(0, columns.length) }))
  return { ...numbers, columns, rows }
}

const rowsOf = ({ first, columns, rows }: Numbers) => [
  [first, ...columns.map(({ label }) => label)],
  ...rows.map(({ label, values }) => [label, ...values]),
]

/** `messages-per-day-2026-10-26-2026-11-24.csv` */
const fileName = (title: string, dates: PanelProps['dates'], ending: 'csv' | 'svg') =>
  `${[...title.toLowerCase().split(' '), dates?.from, dates?.to].filter(Boolean).join('-')}.${ending}`

const subtitleOf = (dates: ChartPeriod, { isNow }: Numbers) =>
  `${isNow ? '' : `${datesText(dates)}, `}${dates.zone} · counted at ${dateTimeText(dates.asOf)}`

const legendOf = (dates: ChartPeriod, { columns }: Numbers) =>
  columns.map(({ label }, at) =>
    at === 1 ? `${label}, ${datesText({ from: dates.previousFrom, to: dates.previousTo })}` : label,
  )
