import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'

interface DayRangeProps {
  value: string
  onChange: (period: string) => void
}

/** Two days of a calendar, both included. Loaded on demand. */
export function DayRange({ value, onChange }: DayRangeProps) {
  const [from = null, to = null] = value.includes('|') ? value.split('|') : []
  const [range, setRange] = useState<[string | null, string | null]>([from, to])
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      {...(from === null ? {} : { defaultDate: from })}
      value={range}
      onChange={(days) => {
        setRange(days)
        const [first, last] = days
        if (first && last) onChange(`${first}|${last}`)
      }}
    />
  )
}
