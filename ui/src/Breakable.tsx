import { Fragment } from 'react'

/** An address that breaks before an @ or a dot if it does not fit, and only then at any letter. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?=[@.])/).map((part, place) => (
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
