import { MultiSelect } from '@mantine/core'
import {
  dimensionNames,
  type FilterField,
  filterFields,
  seesTile,
  type TileFilter,
  tileRules,
} from '@verbatim/contract/insight-tiles.ts'
import type { MetricId } from '@verbatim/contract/metric-definitions.ts'
import { valueNames } from '@verbatim/contract/tile-words.ts'
import { EntitiesSelect } from '#editor/EntitySelect.tsx'
import { policySource } from '#lists/policy-options.ts'
import { type OptionSource, soughtOptions, themeSource, visibleGroupSource } from '#lists/sought-options.ts'
import { useCan, useViewer } from '#shell/use-app-context.ts'

interface FilterFieldsProps {
  metric: MetricId
  filter: TileFilter
  onChange: (filter: TileFilter) => void
  disabled?: boolean
}

/** What a figure is narrowed to: a field for each value that its rows can be narrowed by, and that the reader may see. */
export function FilterFields({ metric, filter, onChange, disabled = false }: FilterFieldsProps) {
  const { permissions } = useViewer()
  const canChoosePolicies = useCan('policies.view')
  const fields = filterFields.filter(
    (field) =>
      tileRules[metric]?.narrowed[field] &&
      (field !== 'policy' || canChoosePolicies) &&
      seesTile(permissions, { metric, filter: { [field]: ['any'] } as never }),
  )
  return fields.map((field) => (
    <OneField
      key={field}
      field={field}
      values={filter[field] ?? []}
      disabled={disabled}
      onChange={(values) => onChange({ ...filter, [field]: values.length > 0 ? values : undefined })}
    />
  ))
}

interface OneFieldProps {
  field: FilterField
  values: readonly string[]
  onChange: (values: readonly string[]) => void
  disabled: boolean
}

function OneField({ field, values, onChange, disabled }: OneFieldProps) {
  const label = dimensionNames[field]
  const names = valueNames[field]
  if (!names) {
    const source = field === 'group' ? groups : field === 'theme' ? themes : policies
    return <SoughtField source={source} {...{ label, values, onChange, disabled }} />
  }
  return (
    <MultiSelect
      label={label}
      placeholder={values.length === 0 ? 'All' : ''}
      searchable
      disabled={disabled}
      data={Object.entries(names).map(([value, name]) => ({ value, label: name }))}
      value={[...values]}
      onChange={onChange}
    />
  )
}

const soughtBy = (source: OptionSource) => ({ source, ...soughtOptions(source) })
const groups = soughtBy(visibleGroupSource)
const policies = soughtBy(policySource)
const themes = soughtBy(themeSource)

interface SoughtFieldProps extends Omit<OneFieldProps, 'field'> {
  source: typeof groups
  label: string
}

/** There may be many, so the server looks for them. */
function SoughtField({ source: { source, useNamed }, label, values, onChange, disabled }: SoughtFieldProps) {
  const chosen = useNamed(values).map(({ value, label: name }) => ({ id: value, name }))
  return (
    <EntitiesSelect
      label={label}
      placeholder="All"
      source={source}
      disabled={disabled}
      value={chosen}
      onChange={(entities) => onChange(entities.map(({ id }) => id))}
    />
  )
}
