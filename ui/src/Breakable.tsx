import { Fragment } from 'react'
import classes from './Breakable.module.css'

/** Parts up to this length fit in any line, so they need no break of their own. */
const longestWhole = 16

/**
 * A text in which an address breaks before an @ or a dot if it does not fit. A part that is too long for a line breaks at any
 * letter.
 */
export function Breakable({ text }: { text: string }) {
  const parts = text.split(/(?=@|\.\S)/)
  const content = parts.map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
  const isWhole = /^\S+@\S+$/.test(text) && parts.every(({ length }) => length <= longestWhole)
  return isWhole ? <span className={classes.address}>{content}</span> : content
}
