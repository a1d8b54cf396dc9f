import classes from './Sparkline.module.css'

interface SparklineProps {
  /** In order; a gap where there is no value. */
  values: readonly (number | null)[]
}

const width = 80
const height = 28
const edge = 2
/** More points than this would be a smudge. */
const mostPoints = 40

/** The course of a figure in small, from zero up. The figure beside it says it in words. */
export function Sparkline({ values: all }: SparklineProps) {
  const values = thinned(all)
  const known = values.filter((value) => value !== null)
  const most = Math.max(0, ...known)
  if (known.length < 2 || most === 0) return undefined
  const x = (index: number) => edge + (index / (values.length - 1)) * (width - 2 * edge)
  const y = (value: number) => height - edge - (value / most) * (height - 2 * edge)
  const lines = runsOf(values).map((run) =>
    run.map(({ index, value }) => `${x(index)},${y(value)}`).join(' '),
  )
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden
    >
      <path className={classes.base} d={`M${edge} ${height - edge}H${width - edge}`} />
      {lines.map((points) => (
        <polyline key={points} points={points} />
      ))}
    </svg>
  )
}

/** Each point the mean of its neighbours, so that a year shows its course. */
function thinned(values: readonly (number | null)[]): readonly (number | null)[] {
  const size = Math.ceil(values.length / mostPoints)
  if (size <= 1) return values
  return Array.from({ length: Math.ceil(values.length / size) }, (_, place) => {
    const known = values.slice(place * size, (place + 1) * size).filter((value) => value !== null)
    return known.length > 0 ? known.reduce((sum, value) => sum + value, 0) / known.length : null
  })
}

interface Point {
  readonly index: number
  readonly value: number
}

/** The stretches between gaps. */
function runsOf(values: readonly (number | null)[]): Point[][] {
  const runs: Point[][] = [[]]
  values.forEach((value, index) => {
    if (value === null) runs.push([])
    else runs.at(-1)?.push({ index, value })
  })
  return runs.filter((run) => run.length > 0)
}
