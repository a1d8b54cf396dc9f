import { Loader, Stack } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useNow } from '#clock.ts'
import { DayInput, type DayInputProps } from './DayInput.tsx'

const Calendar = lazy(() => import('./Calendar.tsx').then(({ Calendar: Loaded }) => ({ default: Loaded })))

/** A day, typed or chosen in the calendar below. */
export function DayPicker(field: DayInputProps) {
  const { value, onChange } = field
  const now = useNow()
  const [shown, setShown] = useState(value || now.toISOString().slice(0, 10))
  return (
    <Stack gap="sm">
      <DayInput
        {...field}
        onChange={(day, text) => {
          if (day) setShown(day)
          onChange(day, text)
        }}
      />
      <Suspense fallback={<Loader m="xl" />}>
        <Calendar
          date={shown}
          onDateChange={setShown}
          value={value || null}
          onChange={(day) => onChange(day ?? '', day ?? '')}
        />
      </Suspense>
    </Stack>
  )
}
