import { Button, Loader } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNow } from './clock.ts'
import { Drop } from './Drop.tsx'
import classes from './FilterBar.module.css'
import { periodPresets, periodWords } from './period.ts'

interface PeriodPickerProps {
  /** `30` days back, `2026-01-01|2026-01-31`, or `all`. */
  value: string
  onChange: (period: string) => void
}

/** The calendar is heavy and rarely wanted: it comes when asked for. */
const DayRange = lazy(() => import('./DayRange.tsx').then(({ DayRange: Loaded }) => ({ default: Loaded })))

/** A period, with the days it comes to. */
export function PeriodPicker({ value, onChange }: PeriodPickerProps) {
  const [opened, { close, toggle }] = useDisclosure(false)
  const [custom, setCustom] = useState(false)
  const { name, dates } = periodWords(value, useNow())
  const choose = (period: string) => {
    close()
    setCustom(false)
    onChange(period)
  }
  return (
    <Drop
      opened={opened}
      onClose={close}
      target={
        <Button variant="default" leftSection={<IconCalendar size={16} aria-hidden />} onClick={toggle}>
          {name}
          {dates && <span className={classes.periodDates}>&nbsp;· {dates}</span>}
        </Button>
      }
    >
      <div className={classes.period}>
        <div className={classes.presets}>
          {periodPresets.map((preset) => (
            <button
              type="button"
              key={preset.value}
              className={classes.preset}
              aria-pressed={preset.value === value}
              onClick={() => choose(preset.value)}
            >
              {preset.label}
            </button>
          ))}
          <button
            type="button"
            className={classes.preset}
            aria-pressed={value.includes('|')}
            aria-expanded={custom}
            onClick={() => setCustom(true)}
          >
            Choose days…
          </button>
        </div>
        {custom && (
          <Suspense fallback={<Loader m="xl" />}>
            <DayRange value={value} onChange={choose} />
          </Suspense>
        )}
      </div>
    </Drop>
  )
}
