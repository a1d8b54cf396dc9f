import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { daysOf } from '#filters/period.ts'
import { RangeCalendar } from './Calendar.tsx'
import { DayInput } from './DayInput.tsx'

interface DayRangeProps {
  value: string
  onChange: (period: string) => void
}

/** Two days, both included: typed, or chosen in a calendar. Empty for a period that is not whole days. Loaded on demand. */
export function DayRange({ value, onChange }: DayRangeProps) {
  const [from = null, to = null] = daysOf(value) ?? []
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
          <DayInput
            label="First day"
            w={120}
            value={first ?? ''}
            onChange={(day) => setRange([day || null, last])}
          />
          <DayInput
            label="Last day"
            w={120}
            value={last ?? ''}
            error={isBackwards && 'This is before the first day.'}
            onChange={(day) => setRange([first, day || null])}
          />
          <Button type="submit" mt={25} disabled={!first || !last || isBackwards}>
            Apply
          </Button>
        </Group>
      </form>
      <RangeCalendar
        allowSingleDateInRange
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
