import type { ReactNode } from 'react'
import classes from './Facts.module.css'

/** Names and values of one thing; a fact without a value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value !== undefined &&
          value !== null &&
          value !== false &&
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
