import '@mantine/dates/styles.layer.css'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'

interface DayRangeProps {
  value: string
  onChange: (period: string) => void
}

/** Two days, both included: typed, or chosen in a calendar. Loaded on demand. */
export function DayRange({ value, onChange }: DayRangeProps) {
  const [from = null, to = null] = value.includes('|') ? value.split('|').map((day) => day.slice(0, 10)) : []
  const [range, setRange] = useState<[string | null, string | null]>([from, to])
  const [first, last] = range
  const isBackwards = first !== null && last !== null && last < first
  return (
    <Stack gap="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (first && last && !isBackwards) onChange(`${first}|${last}`)
        }}
      >
        <Group gap="xs" align="flex-start">
          <TextInput
            type="date"
            label="First day"
            value={first ?? ''}
            onChange={({ currentTarget }) => setRange([currentTarget.value || null, last])}
          />
          <TextInput
            type="date"
            label="Last day"
            value={last ?? ''}
            error={isBackwards && 'This is before the first day.'}
            onChange={({ currentTarget }) => setRange([first, currentTarget.value || null])}
          />
          <Button type="submit" mt={25} disabled={!first || !last || isBackwards}>
            Apply
          </Button>
        </Group>
      </form>
      <DatePicker
        type="range"
        allowSingleDateInRange
        weekendDays={[]}
        {...(from === null ? {} : { defaultDate: from })}
        value={isBackwards ? [first, null] : range}
        onChange={(days) => {
          setRange(days)
          const [start, end] = days
          if (start && end) onChange(`${start}|${end}`)
        }}
      />
    </Stack>
  )
}
