import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { dayPattern, readTypedDay, typedDayText } from './typed-day.ts'

export interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** `2026-03-14`, or empty. */
  value: string
  /** The day, or empty while the text names none; and the text itself. */
  onChange: (day: string, text: string) => void
}

/** A day, typed in the order of the reader: a browser's own field has the order and the colours of the browser. */
export function DayInput({ value, onChange, onBlur, error, ...others }: DayInputProps) {
  const [typed, setTyped] = useState({ text: typedDayText(value), day: value })
  const [isLeft, setLeft] = useState(false)
  // The day changed outside, such as in a calendar: it replaces the input.
  if (typed.day !== value) setTyped({ text: typedDayText(value), day: value })
  const isUnreadable = isLeft && typed.text.trim() !== '' && readTypedDay(typed.text) === undefined
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      placeholder={dayPattern()}
      {...others}
      value={typed.text}
      error={isUnreadable ? `Enter a day as ${dayPattern()}.` : error}
      onChange={({ currentTarget: { value: text } }) => {
        const day = readTypedDay(text) ?? ''
        setLeft(false)
        setTyped({ text, day })
        onChange(day, text)
      }}
      onBlur={(event) => {
        setLeft(true)
        if (typed.day !== '') setTyped({ text: typedDayText(typed.day), day: typed.day })
        onBlur?.(event)
      }}
    />
  )
}
