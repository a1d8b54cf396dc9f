import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { numberText } from '@verbatim/ui/dates.ts'
import { emptyWords, type Search } from '@verbatim/ui/options.ts'
import { useState } from 'react'
import { type Entity, type EntitySource, foundQuery } from '#lists/entities.ts'
import { useApi } from '#shell/use-app-context.ts'

type OneProps = Omit<SelectProps, 'value' | 'onChange' | 'data' | 'searchable' | 'filter'>

interface EntitySelectProps<E extends Entity> extends OneProps {
  source: EntitySource<E>
  value: E | undefined
  onChange: (chosen: E | undefined) => void
  /** Whether it cannot be chosen. */
  without?: (entity: E) => boolean
  /** The field becomes empty after a choice, for the next one. */
  isAdding?: true
  /** Whether it is seldom used where it is: nothing is asked for until it has the focus. */
  isSeldomUsed?: true
}

const cutNames = { input: { textOverflow: 'ellipsis' } } as const

/** Lets users choose one thing by typing. */
export function EntitySelect<E extends Entity>(props: EntitySelectProps<E>) {
  const { source, value, onChange, without = () => false, isAdding, isSeldomUsed, ...others } = props
  const [typed, setTyped] = useState('')
  // Until it has the focus, it has no list, which the library would place at each drawing.
  const [isUsed, setUsed] = useState(false)
  // The name of the chosen option in the field does not start a search.
  const text = value && typed === labelOf(value) ? '' : typed
  const { found, hint, search } = useFound(source, text, isUsed || !isSeldomUsed)
  const offered = found.filter((entity) => !without(entity))
  const known = new Map([...(value ? [value] : []), ...offered].map((entity) => [entity.id, entity]))
  return (
    <Select
      placeholder="Type a name"
      {...(hint && { description: hint })}
      maxDropdownHeight={280}
      styles={cutNames}
      classNames={{ input: others.readOnly ? 'read-only' : '' }}
      {...others}
      comboboxProps={{ ...others.comboboxProps, keepMounted: isUsed }}
      onFocus={(event) => {
        setUsed(true)
        others.onFocus?.(event)
      }}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={only(found)}
      data={[...optionsOf(known.values()), ...(offered.length === 0 ? [sayingOption(search)] : [])]}
      value={value?.id ?? null}
      onChange={(id) => {
        onChange(id === null ? undefined : known.get(id))
        if (isAdding) setTyped('')
      }}
    />
  )
}

type ManyProps = Omit<MultiSelectProps, 'value' | 'onChange' | 'data' | 'searchable' | 'filter'>

interface EntitiesSelectProps<E extends Entity> extends ManyProps {
  source: EntitySource<E>
  value: readonly E[]
  onChange: (chosen: readonly E[]) => void
}

/** Lets users choose several things by typing. */
export function EntitiesSelect<E extends Entity>(props: EntitiesSelectProps<E>) {
  const { source, value, onChange, placeholder = 'Type a name', ...others } = props
  const [typed, setTyped] = useState('')
  const { found, search } = useFound(source, typed)
  const known = new Map([...found, ...value].map((entity) => [entity.id, entity]))
  return (
    <MultiSelect
      // Reached with Tab, an open list would cover what comes after it, such as the button that saves.
      openOnFocus={false}
      maxDropdownHeight={280}
      {...others}
      placeholder={value.length === 0 ? placeholder : ''}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={only(found)}
      data={[...optionsOf(known.values()), ...(found.length === 0 ? [sayingOption(search)] : [])]}
      value={value.map(({ id }) => id)}
      onChange={(ids) => onChange(ids.flatMap((id) => known.get(id) ?? []))}
    />
  )
}

const restMs = 250

/** The server's results after typing stops. */
function useFound<E extends Entity>(source: EntitySource<E>, typed: string, enabled = true) {
  const api = useApi()
  const [text] = useDebouncedValue(typed.trim(), restMs)
  const { data, error, isFetching } = useQuery({ ...foundQuery(api, source, text), enabled })
  const found = data?.items ?? []
  const more = (data?.total ?? 0) - found.length
  return {
    found,
    hint:
      more > 0
        ? `The first ${found.length} are listed. Type to find the other ${numberText(more)}.`
        : undefined,
    search: searchOf(isFetching || text !== typed.trim(), error),
  }
}

const searchOf = (isLooking: boolean, error: Error | null): Search =>
  isLooking ? 'looking' : error ? 'failed' : 'done'

/** The server has already filtered. Earlier choices are offered when the search is empty. */
function only(found: readonly Entity[]): NonNullable<SelectProps['filter']> {
  const ids = new Set(found.map(({ id }) => id))
  return ({ options, search }) =>
    options.filter(
      (option) => 'value' in option && (option.disabled || search.trim() === '' || ids.has(option.value)),
    )
}

const optionsOf = (entities: Iterable<Entity>) =>
  Array.from(entities, (entity) => ({ value: entity.id, label: labelOf(entity) }))

/** In place of options: a list box needs at least one. */
const sayingOption = (search: Search) => ({ value: 'none', label: emptyWords[search], disabled: true })

const labelOf = ({ name, detail }: Entity) => (detail === undefined ? name : `${name} · ${detail}`)
