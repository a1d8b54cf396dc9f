import { Code } from '@mantine/core'
import classes from './SearchHelp.module.css'

const lines = [
  ['refund fee', 'both words, anywhere in the message'],
  ['"off the record"', 'exactly these words, in this order'],
  ['guarant*', 'words that start like this'],
  ['fee OR cost', 'either word'],
  ['fee NOT waived', 'excludes a word (-waived does the same)'],
  ['(fee OR cost) AND refund', 'parentheses group words'],
] as const

/** The syntax of the search box, in a few lines. */
export function SearchHelp() {
  return (
    <div className={classes.help}>
      <h2 className={classes.title}>How to search</h2>
      <dl className={classes.lines}>
        {lines.map(([example, meaning]) => (
          <div key={example}>
            <dt>
              <Code>{example}</Code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.more}>
        Any language: <Code>报价</Code> is found without spaces around it. Capitals, accents and character
        width do not matter.
      </p>
    </div>
  )
}
