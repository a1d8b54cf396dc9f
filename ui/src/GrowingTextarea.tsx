import { Textarea, type TextareaProps } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './GrowingTextarea.module.css'

interface GrowingTextareaProps extends Omit<TextareaProps, 'autosize' | 'className' | 'style'> {
  minRows: number
  /** From this many lines on, it scrolls. */
  maxRows?: number
}

/** Safari before 26 and Firefox can't: there, the library measures the text each time the field is drawn. */
const growsByItself = globalThis.CSS?.supports?.('field-sizing', 'content') === true

/** A text field that is as high as its text. */
export function GrowingTextarea({ minRows, maxRows, ...props }: GrowingTextareaProps) {
  if (!growsByItself) return <Textarea {...props} autosize minRows={minRows} {...(maxRows && { maxRows })} />
  const rows = { '--min-rows': minRows, '--max-rows': maxRows } as CSSProperties
  return <Textarea {...props} className={classes.growing ?? ''} style={rows} />
}
