import { Button, Loader, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useNow } from '#clock.ts'
import classes from './FilterBar.module.css'
import { calendarPresets, periodPresets, periodWords } from './period.ts'
import { keptInSight } from '#kept-in-sight.ts'
import { usePanel } from '#use-panel.ts'

interface PeriodPickerProps {
  /** `30` days back, `2026-01-01|2026-01-31`, or `all`. */
  value: string
  onChange: (period: string) => void
  /** In place of the periods of lists. */
  offered?: readonly { readonly value: string; readonly label: string }[]
  /** The name and the days of `value`, where they are not those of lists. */
  words?: { readonly name: string; readonly dates?: string | undefined }
}

/** The calendar is large and rarely needed, so it loads on request. */
const DayRange = lazy(() =>
  import('#days/DayRange.tsx').then(({ DayRange: Loaded }) => ({ default: Loaded })),
)

/** A period, with its first and last day. */
export function PeriodPicker({ value, onChange, offered, words }: PeriodPickerProps) {
  const { button, close, toggle, props, fading } = usePanel()
  const [custom, setCustom] = useState(false)
  const now = useNow()
  const { name, dates } = words ?? periodWords(value, now)
  const named = offered ?? [...periodPresets, ...calendarPresets(now)]
  const choose = (period: string) => {
    close()
    setCustom(false)
    onChange(period)
  }
  return (
    <Popover {...props} {...keptInSight} position="bottom-start" trapFocus>
      <Popover.Target>
        <Button
          ref={button}
          variant="default"
          data-printed
          leftSection={<IconCalendar size={16} aria-hidden />}
          onClick={toggle}
        >
          {name}
          {dates && <span className={classes.periodDates}>&nbsp;· {dates}</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown {...fading}>
        <div className={classes.period}>
          <div className={classes.presets}>
            {named.map((preset) => (
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
              aria-pressed={value.includes('|') && !named.some((preset) => preset.value === value)}
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
      </Popover.Dropdown>
    </Popover>
  )
}
