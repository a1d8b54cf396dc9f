import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Condition, Operator } from '@verbatim/contract/list-filter.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import classes from './FilterBar.module.css'
import { DayPicker } from '#days/DayPicker.tsx'
import { conditionOf, type FilterField, operatorsOffered, operatorWord, singular } from './filter-words.ts'
import { emptyWords, type Option, type Search, type SoughtOptions } from '#options.ts'
import { storedText } from '#readable.ts'

interface ConditionEditorProps {
  field: FilterField
  /** The edited condition; absent for a new one. */
  condition?: Condition
  /** The condition as it is chosen now; undefined while a value is missing. */
  onDraft?: (condition: Condition | undefined) => void
  onApply: (condition: Condition) => void
}

const searchableFrom = 9

/** What gets the focus: a text field, otherwise the first choice, otherwise the operator. */
const firsts = ['[data-autofocus]', 'input[type="checkbox"]', 'select']

/** Operator and value of one condition. */
export function ConditionEditor({ field, condition, onDraft, onApply }: ConditionEditorProps) {
  const operators = operatorsOffered(field)
  const [operator, setOperator] = useState<Operator>(
    condition ? singular(condition.operator) : (operators[0] ?? 'eq'),
  )
  const [values, setValues] = useState<readonly string[]>(condition?.values ?? [])
  const takesValue = operator !== 'empty' && operator !== 'nempty'
  const takesMany = operator === 'eq' || operator === 'neq'
  const ready = !takesValue || (values.length > 0 && values[0] !== '')
  const chosen = ready
    ? conditionOf(field.key, operator, takesValue ? values.map(storedText) : [])
    : undefined
  const draft = useEffectEvent(() => onDraft?.(chosen))
  useEffect(() => draft(), [operator, values])
  const form = useRef<HTMLFormElement>(null)
  // The button that opened this is gone, and the focus with it.
  useEffect(() => {
    const first = firsts.map((selector) => form.current?.querySelector<HTMLElement>(selector)).find(Boolean)
    first?.focus({ preventScroll: true })
  }, [])
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) onApply(chosen)
      }}
    >
      <Stack gap="sm" className={classes.condition}>
        <Text fw={600}>{field.label}</Text>
        <NativeSelect
          aria-label="Operator"
          value={operator}
          data={operators.map((known) => ({ value: known, label: operatorWord(field, known) }))}
          onChange={(event) => {
            const next = operators.find((known) => known === event.currentTarget.value)
            if (next) setOperator(next)
          }}
        />
        {takesValue && (
          <ConditionValues field={field} values={values} many={takesMany} onChange={setValues} />
        )}
        <Button type="submit" disabled={!ready} title={ready ? undefined : 'Choose a value first'}>
          Apply
        </Button>
      </Stack>
    </form>
  )
}

interface ConditionValuesProps {
  field: FilterField
  values: readonly string[]
  many: boolean
  onChange: (values: readonly string[]) => void
}

/** Values to choose, to search or to type, depending on the field. */
function ConditionValues({ field, values, many, onChange }: ConditionValuesProps) {
  return (
    <>
      {field.options && <OptionList field={field} values={values} many={many} onChange={onChange} />}
      {field.sought && (
        <SoughtList label={field.label} sought={field.sought} values={values} onChange={onChange} />
      )}
      {!field.options && !field.sought && (
        <TypedValue field={field} value={values[0] ?? ''} onChange={(value) => onChange([value])} />
      )}
    </>
  )
}

interface TypedValueProps {
  field: FilterField
  value: string
  onChange: (value: string) => void
}

function TypedValue({ field, value, onChange }: TypedValueProps) {
  const { type } = field.field
  if (type === 'date') {
    return <DayPicker data-autofocus aria-label="Value" value={value} onChange={onChange} />
  }
  return (
    <TextInput
      data-autofocus
      aria-label="Value"
      inputMode={type === 'number' ? 'numeric' : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function OptionList({ field, values, many, onChange }: ConditionValuesProps) {
  const [sought, setSought] = useState('')
  const options = field.options ?? []
  const found = options.filter(({ label }) => label.toLowerCase().includes(sought.trim().toLowerCase()))
  const pick = (value: string, picked: boolean) => {
    if (!many) return onChange(picked ? [value] : [])
    onChange(picked ? [...values, value] : values.filter((known) => known !== value))
  }
  return (
    <>
      {options.length >= searchableFrom && <FindBox label={field.label} text={sought} onType={setSought} />}
      <OptionChecks label={field.label} options={found} values={values} onPick={pick} />
    </>
  )
}

const restMs = 250

interface SoughtListProps {
  label: string
  sought: SoughtOptions
  values: readonly string[]
  onChange: (values: readonly string[]) => void
}

/** Options found as the user types. Chosen options stay visible. */
function SoughtList({ label, sought, values, onChange }: SoughtListProps) {
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed, restMs)
  const found = sought.useFound(text.trim())
  const [picked, setPicked] = useState<readonly Option[]>([])
  const known = [...picked, ...found.options]
  const named = sought.useNamed(values.filter((id) => !known.some(({ value }) => value === id)))
  const outside = [...picked, ...named].filter(
    ({ value }) => values.includes(value) && !found.options.some((option) => option.value === value),
  )
  const options = [...outside, ...found.options]
  const pick = (id: string, isPicked: boolean) => {
    const others = picked.filter(({ value }) => value !== id)
    setPicked(isPicked ? [...others, ...options.filter(({ value }) => value === id)] : others)
    onChange(isPicked ? [...values, id] : values.filter((value) => value !== id))
  }
  return (
    <>
      <FindBox label={label} text={typed} onType={setTyped} />
      <OptionChecks
        label={label}
        options={options}
        values={values}
        search={typed === text ? found.search : 'looking'}
        onPick={pick}
      />
    </>
  )
}

interface FindBoxProps {
  label: string
  text: string
  onType: (text: string) => void
}

function FindBox({ label, text, onType }: FindBoxProps) {
  return (
    <TextInput
      data-autofocus
      aria-label={`Find in ${label}`}
      placeholder="Find"
      value={text}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

interface OptionChecksProps {
  label: string
  options: readonly Option[]
  values: readonly string[]
  search?: Search
  onPick: (value: string, isPicked: boolean) => void
}

function OptionChecks({ label: group, options, values, search = 'done', onPick }: OptionChecksProps) {
  return (
    <div className={classes.options} role="group" aria-label={group}>
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={values.includes(value)}
          onChange={(event) => onPick(value, event.currentTarget.checked)}
        />
      ))}
      {options.length === 0 && <Text c="dimmed">{emptyWords[search]}</Text>}
    </div>
  )
}
