import { ActionIcon, Loader, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { DayInput, type DayInputProps } from './DayInput.tsx'
import { keptInSight } from '#kept-in-sight.ts'
import { usePanel } from '#use-panel.ts'

const Calendar = lazy(() => import('./Calendar.tsx').then(({ Calendar: Loaded }) => ({ default: Loaded })))

interface DayFieldProps extends DayInputProps {
  label: string
  maxDate?: string
}

/** A day in a form: typed, or chosen in a calendar behind the button at its end. */
export function DayField({ maxDate, ...field }: DayFieldProps) {
  const { value, label, disabled, onChange } = field
  const { button, close, toggle, props, fading } = usePanel()
  const isDay = /^\d{4}-\d\d-\d\d$/.test(value)
  return (
    <DayInput
      {...field}
      rightSection={
        <Popover {...props} {...keptInSight} position="bottom-end" trapFocus>
          <Popover.Target>
            <ActionIcon
              ref={button}
              size={24}
              aria-label={`Choose in a calendar: ${label}`}
              {...(disabled !== undefined && { disabled })}
              onClick={toggle}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown {...fading}>
            <Suspense fallback={<Loader m="xl" />}>
              <Calendar
                {...(isDay && { defaultDate: value })}
                {...(maxDate !== undefined && { maxDate })}
                value={isDay ? value : null}
                onChange={(day) => {
                  close()
                  onChange(day ?? '', day ?? '')
                }}
              />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      }
    />
  )
}
