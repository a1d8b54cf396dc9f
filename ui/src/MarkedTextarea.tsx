import { Input } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import marks from './Highlighted.module.css'
import { LimitNote } from './LimitedInput.tsx'
import classes from './MarkedTextarea.module.css'
import { segmentsOf, type TextRange } from './ranges.ts'

interface MarkedTextareaProps {
  label: string
  description?: ReactNode
  placeholder?: string
  value: string
  onChange: (text: string) => void
  /** Ranges to highlight in the current text. */
  ranges: readonly TextRange[]
  error?: ReactNode
  /** The maximum number of characters; the excess is reported and not cut off. */
  limit: number
  /** A single line, in which longer texts wrap. */
  isLine?: boolean
}

/**
 * A text field that highlights ranges while the user types. The highlights are behind the text, in a copy of it that wraps
 * at the same places. Screen readers skip them, so the caller also describes the matches in words.
 */
export function MarkedTextarea(props: MarkedTextareaProps) {
  const { label, description, placeholder, value, onChange, ranges, error, limit, isLine } = props
  const id = useId()
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error}>
      <div className={classes.frame} data-line={isLine || undefined}>
        <div className={classes.sheet}>
          <div className={classes.behind} dir="auto" aria-hidden>
            {segmentsOf(value, ranges).map((segment) =>
              segment.tones.length === 0 ? (
                segment.text
              ) : (
                <mark key={segment.start} className={marks.mark} data-tone={segment.tones[0]}>
                  {segment.text}
                </mark>
              ),
            )}
            {'\n'}
          </div>
          <textarea
            id={id}
            className={classes.input}
            dir="auto"
            value={value}
            placeholder={placeholder}
            spellCheck={false}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </div>
      </div>
      <LimitNote value={value} limit={limit} />
    </Input.Wrapper>
  )
}
