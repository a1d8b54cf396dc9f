import { EntitySelect } from '#editor/EntitySelect.tsx'
import { soughtThemes, themeSource, withAlso } from '#lists/sought-options.ts'
import classes from './RowsSelect.module.css'

interface ThemeSelectProps {
  /** Its ID. Undefined: all. */
  value: string | undefined
  onChange: (theme: string | undefined) => void
}

const all = { id: 'all', name: 'All themes' } as const
const source = withAlso({ ...themeSource, key: [...themeSource.key, all.id] }, all)

/** About which theme the rows of a table are. There may be many, so the server looks for them. */
export function ThemeSelect({ value, onChange }: ThemeSelectProps) {
  const [chosen] = soughtThemes.useNamed(value === undefined ? [] : [value])
  return (
    <EntitySelect
      className={classes.select}
      aria-label="Theme"
      allowDeselect={false}
      source={source}
      value={chosen ? { id: chosen.value, name: chosen.label } : all}
      onChange={(theme) => onChange(theme?.id === all.id ? undefined : theme?.id)}
      data-screen-only
    />
  )
}
