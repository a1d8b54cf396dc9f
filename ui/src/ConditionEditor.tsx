import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { Condition, Operator } from '@verbatim/contract/list-filter.ts'
import { useState } from 'react'
import classes from './FilterBar.module.css'
import { conditionOf, type FilterField, operatorsOffered, operatorWord, singular } from './filter-words.ts'

interface ConditionEditorProps {
  field: FilterField
  /** What is edited; absent for a new one. */
  condition?: Condition
  onApply: (condition: Condition) => void
}

const searchableFrom = 9

/** Operator and value of one condition. */
export function ConditionEditor({ field, condition, onApply }: ConditionEditorProps) {
  const operators = operatorsOffered(field)
  const [operator, setOperator] = useState<Operator>(
    condition ? singular(condition.operator) : (operators[0] ?? 'eq'),
  )
  const [values, setValues] = useState<readonly string[]>(condition?.values ?? [])
  const takesValue = operator !== 'empty' && operator !== 'nempty'
  const takesMany = operator === 'eq' || operator === 'neq'
  const ready = !takesValue || (values.length > 0 && values[0] !== '')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) onApply(conditionOf(field.key, operator, takesValue ? values : []))
      }}
    >
      <Stack gap="sm" w={260}>
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
        {takesValue && field.options && (
          <OptionList field={field} values={values} many={takesMany} onChange={setValues} />
        )}
        {takesValue && !field.options && (
          <TypedValue field={field} value={values[0] ?? ''} onChange={(value) => setValues([value])} />
        )}
        <Button type="submit" disabled={!ready} title={ready ? undefined : 'Choose a value first'}>
          Apply
        </Button>
      </Stack>
    </form>
  )
}

interface TypedValueProps {
  field: FilterField
  value: string
  onChange: (value: string) => void
}

function TypedValue({ field, value, onChange }: TypedValueProps) {
  const { type } = field.field
  return (
    <TextInput
      data-autofocus
      aria-label="Value"
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'number' ? 'numeric' : undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface OptionListProps {
  field: FilterField
  values: readonly string[]
  many: boolean
  onChange: (values: readonly string[]) => void
}

function OptionList({ field, values, many, onChange }: OptionListProps) {
  const [sought, setSought] = useState('')
  const options = field.options ?? []
  const found = options.filter(({ label }) => label.toLowerCase().includes(sought.trim().toLowerCase()))
  const pick = (value: string, picked: boolean) => {
    if (!many) return onChange(picked ? [value] : [])
    onChange(picked ? [...values, value] : values.filter((known) => known !== value))
  }
  return (
    <>
      {options.length >= searchableFrom && (
        <TextInput
          data-autofocus
          aria-label={`Find in ${field.label}`}
          placeholder="Find"
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
      )}
      <div className={classes.options} role="group" aria-label={field.label}>
        {found.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={values.includes(value)}
            onChange={(event) => pick(value, event.currentTarget.checked)}
          />
        ))}
        {found.length === 0 && <Text c="dimmed">Nothing is called that.</Text>}
      </div>
    </>
  )
}
