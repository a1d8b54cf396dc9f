import { Select } from '@mantine/core'
import type { Option } from '@verbatim/ui/options.ts'
import classes from './RowsSelect.module.css'

interface RowsSelectProps<Value extends string> {
  label: string
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Which rows a table shows, of those of its kind. */
export function RowsSelect<Value extends string>(props: RowsSelectProps<Value>) {
  const { label, options, value, onChange } = props
  return (
    <Select
      className={classes.select}
      aria-label={label}
      data={[...options]}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => onChange(options.find((option) => option.value === chosen)?.value ?? value)}
      data-screen-only
    />
  )
}
