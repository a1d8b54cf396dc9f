import { Button } from '@mantine/core'
import type { Condition, Fields } from '@verbatim/contract/list-filter.ts'
import type { ReactNode } from 'react'
import { AddFilter, BrokenChip, FilterChip } from './FilterChip.tsx'
import classes from './FilterBar.module.css'
import { type FilterField, plainField } from './filter-words.ts'
import { PeriodPicker } from './PeriodPicker.tsx'
import { SearchBox } from './SearchBox.tsx'

interface FilterBarProps {
  search?: { value: string; onChange: (text: string) => void; placeholder: string; help?: ReactNode }
  /** `30` days back, `2026-01-01|2026-01-31`, or `all`. */
  period?: { value: string; onChange: (period: string) => void }
  fields: readonly FilterField[]
  /** All fields for conditions, including hidden ones, because a condition always has a chip. */
  known?: Fields
  conditions: readonly Condition[]
  onConditions: (conditions: readonly Condition[]) => void
  /** Parts of the address that the list does not understand, by name. */
  broken?: Readonly<Record<string, string>> | undefined
  onMend?: (name: string) => void
  /** Present while the list has more filters than by default. A period alone says how it is changed. */
  onClear: (() => void) | undefined
  /** The panel of a condition opened or closed. */
  onPanel?: ((opened: boolean) => void) | undefined
  children?: ReactNode
}

/** The filters of a list: words, a period, conditions. It keeps no state; the address does. */
export function FilterBar(props: FilterBarProps) {
  const {
    search,
    period,
    fields,
    known = {},
    conditions,
    onConditions,
    broken = {},
    onMend,
    onClear,
    onPanel,
    children,
  } = props
  const isNarrowed = conditions.length > 0 || Boolean(search?.value) || Object.keys(broken).length > 0
  const replace = (index: number, condition: Condition | undefined) =>
    onConditions(conditions.flatMap((old, i) => (i === index ? (condition ?? []) : old)))
  return (
    <search className={classes.bar} aria-label="Filters" data-narrowed={isNarrowed || undefined}>
      {search && <SearchBox {...search} />}
      {period && <PeriodPicker {...period} />}
      {Object.entries(broken).map(([name, text]) => (
        <BrokenChip key={name} text={text} onRemove={() => onMend?.(name)} />
      ))}
      {conditions.map((condition, index) => {
        const field =
          fields.find(({ key }) => key === condition.field) ??
          plainField(condition.field, known[condition.field] ?? { type: 'text' })
        return (
          <FilterChip
            key={`${condition.field} ${condition.operator} ${condition.values.join(' ')}`}
            field={field}
            condition={condition}
            onChange={(changed) => replace(index, changed)}
            onRemove={() => replace(index, undefined)}
            onPanel={onPanel}
          />
        )
      })}
      <div className={classes.end}>
        {fields.length > 0 && (
          <AddFilter
            fields={fields}
            onAdd={(condition) => onConditions([...conditions, condition])}
            onPanel={onPanel}
          />
        )}
        {isNarrowed && onClear && (
          <Button variant="subtle" color="gray" size="sm" className={classes.clear} onClick={onClear}>
            Clear all
          </Button>
        )}
        {children}
      </div>
    </search>
  )
}
