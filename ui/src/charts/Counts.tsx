import classes from './Counts.module.css'
import { numberText } from '#dates.ts'

interface Count {
  readonly name: string
  readonly value: number
  readonly isProblem?: boolean
}

/** The numbers that a file or a run came to, each under its name. */
export function Counts({ of, label }: { of: readonly Count[]; label?: string }) {
  return (
    <dl className={classes.counts} aria-label={label}>
      {of.map(({ name, value, isProblem }) => (
        <div key={name} data-problem={isProblem || undefined}>
          <dt>{name}</dt>
          <dd>{numberText(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
