import '@mantine/dates/styles.layer.css'
import { DatePicker, type DatePickerProps, type DatePickerType } from '@mantine/dates'
import classes from './Calendar.module.css'
import { utcLongDayText } from '#dates.ts'
import { habitsOf, readerLocale } from '#reader-locale.ts'

type CalendarProps<Type extends DatePickerType> = Omit<DatePickerProps<Type>, 'ref'>

/** A day to choose, by the weeks of the reader. It is heavy, and rarely needed: load it on demand. */
export function Calendar(props: CalendarProps<'default'>) {
  return <DatePicker {...common()} {...props} />
}

/** The first and the last day of a period. */
export function RangeCalendar(props: CalendarProps<'range'>) {
  return <DatePicker type="range" {...common()} {...props} />
}

const common = () => ({
  firstDayOfWeek: habitsOf(readerLocale()).firstDayOfWeek,
  weekendDays: [],
  highlightToday: true,
  ariaLabels: { previousMonth: 'Previous month', nextMonth: 'Next month' },
  getDayAriaLabel: (day: string) => utcLongDayText(new Date(day.slice(0, 10))),
  classNames: { day: classes.day ?? '' },
})
