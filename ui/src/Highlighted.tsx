import classes from './Highlighted.module.css'
import { excerptOf, segmentsOf, type TextRange } from './ranges.ts'

interface HighlightedProps {
  text: string
  ranges?: readonly TextRange[]
  /** At most this many characters around the first mark. */
  excerpt?: number
  /** How many of them before it; a quarter by default. */
  lead?: number
}

const none: readonly TextRange[] = []

/**
 * A person's text with highlights. Its writing direction follows the text and stays inside it: control
 * characters of a message cannot change the rest of the page.
 */
export function Highlighted({ text, ranges = none, excerpt, lead }: HighlightedProps) {
  const shown = excerpt === undefined ? { text, ranges } : excerptOf(text, ranges, excerpt, lead)
  return (
    <span dir="auto" className={classes.text} data-excerpt={excerpt !== undefined || undefined}>
      {segmentsOf(shown.text, shown.ranges).map((segment) =>
        segment.tones.length === 0 ? (
          segment.text
        ) : (
          <mark key={segment.start} className={classes.mark} data-tone={segment.tones[0]}>
            {segment.text}
          </mark>
        ),
      )}
    </span>
  )
}
