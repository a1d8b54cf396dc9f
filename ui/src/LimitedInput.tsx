import { TextInput, type TextInputProps } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { GrowingTextarea } from './GrowingTextarea.tsx'
import classes from './LimitedInput.module.css'
import { limitWords } from './limit-words.ts'

interface Limited {
  /** The maximum number of characters. More can be typed and pasted; the excess is reported and not cut off. */
  limit: number
  value: string
}

/** A line with the number of characters left, once that is small, or the number beyond the limit. */
export function LimitedInput({ limit, error, ...props }: TextInputProps & Limited) {
  return (
    <TextInput
      {...props}
      error={isOver(props.value, limit) || error}
      inputContainer={(input) => withNote(input, props.value, limit)}
    />
  )
}

type LimitedTextareaProps = ComponentProps<typeof GrowingTextarea> & Limited

/** The same for a text of several lines. */
export function LimitedTextarea({ limit, error, ...props }: LimitedTextareaProps) {
  return (
    <GrowingTextarea
      {...props}
      error={isOver(props.value, limit) || error}
      inputContainer={(input) => withNote(input, props.value, limit)}
    />
  )
}

/** The note is complete, so the error is not repeated. */
const isOver = (value: string, limit: number) => value.trim().length > limit

const withNote = (input: ReactNode, value: string, limit: number) => (
  <>
    {input}
    <LimitNote value={value} limit={limit} />
  </>
)

/** The text under a field. */
export function LimitNote({ value, limit }: Limited) {
  const words = limitWords(value, limit)
  const over = isOver(value, limit)
  if (words === undefined) return null
  return (
    <div className={classes.note} data-over={over || undefined} role={over ? 'status' : undefined}>
      {words}
    </div>
  )
}

/** Fields beside each other: their labels are on one line, and so are their inputs. Every form has this file already. */
export const FieldPair = ({ children }: { children: ReactNode }) => (
  <div className={classes.pair}>{children}</div>
)
