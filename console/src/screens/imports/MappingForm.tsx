import { Breakable } from '@verbatim/ui/Breakable.tsx'
import { TableHead } from '@verbatim/ui/table/TableHead.tsx'
import {
  Checkbox,
  Input,
  ScrollArea,
  SegmentedControl,
  Select,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  type Import,
  type ImportField,
  importLimits,
  type ImportSettings,
  isFieldMissing,
  needsOwnValues,
} from '@verbatim/contract/imports.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { useState } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { importWords } from './import-sides.ts'
import classes from './Imports.module.css'
import { importRowsQuery } from './queries.ts'

interface MappingFormProps {
  given: Import
  mapping: Import['mapping']
  settings: ImportSettings
  onMapping: (mapping: Import['mapping']) => void
  onSettings: (settings: ImportSettings) => void
}

/** Maps columns to fields, sets default values, and says what happens to existing records. */
export function MappingForm(props: MappingFormProps) {
  const { given, settings, onSettings } = props
  const { noun, mails, updates } = importWords[given.kind]
  return (
    <Stack gap="md">
      <Title order={3} size="h6">
        Map the columns
      </Title>
      <ScrollArea type="auto">
        <Table aria-label="Columns" className={classes.mapping}>
          <TableHead of={['Field', 'File column', 'Value for empty cells', 'First rows']} />
          <Table.Tbody>
            {given.fields.map((field, place) => (
              <FieldRow key={field.field} field={field} isFirst={place === 0} {...props} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {updates && (
        <Input.Wrapper label={`Existing ${noun}`} labelElement="div" labelProps={{ w: '100%' }}>
          <SegmentedControl
            aria-label={`Existing ${noun}`}
            className={classes.choices}
            value={settings.existing}
            data={[
              { value: 'update', label: 'Update' },
              { value: 'skip', label: 'Leave unchanged' },
            ]}
            onChange={(existing) => onSettings({ ...settings, existing })}
          />
        </Input.Wrapper>
      )}
      {mails && (
        <Checkbox
          label={mails}
          checked={settings.sendInvitations}
          onChange={(event) => onSettings({ ...settings, sendInvitations: event.currentTarget.checked })}
        />
      )}
    </Stack>
  )
}

function FieldRow({
  field,
  isFirst,
  given,
  mapping,
  settings,
  onMapping,
  onSettings,
}: MappingFormProps & { field: ImportField; isFirst: boolean }) {
  const { field: name, label, help } = field
  const index = mapping[name]
  const fallback = settings.defaults[name] ?? ''
  const [wasLeft, setLeft] = useState(false)
  const isMissing = wasLeft && isFieldMissing(field, { mapping, settings })
  const choose = (value: string | null) => {
    const { [name]: _, ...others } = mapping
    onMapping(value === null ? others : { ...others, [name]: Number(value) })
  }
  return (
    <Table.Tr
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setLeft(true)
      }}
    >
      <Table.Td>
        {label}
        {needsOwnValues(field, { mapping, settings }) && (
          <Text span inherit c="var(--mantine-color-error)">
            {' *'}
          </Text>
        )}
        {help && (
          <Text size="xs" c="dimmed">
            {help}
          </Text>
        )}
      </Table.Td>
      <Table.Td data-names="File column">
        <Select
          aria-label={`Column of ${label}`}
          data-autofocus={isFirst || undefined}
          openOnFocus={false}
          placeholder="None"
          clearable
          searchable
          error={isMissing && 'Choose a column or enter a value for every row.'}
          data={given.headings.map((heading, at) => ({
            value: String(at),
            label: heading === '' ? `Column ${at + 1}` : heading,
          }))}
          value={index === undefined ? null : String(index)}
          onChange={choose}
        />
      </Table.Td>
      <Table.Td data-names={name === 'email' ? undefined : 'Value for empty cells'}>
        {name !== 'email' && (
          <LimitedInput
            aria-label={`${label} for empty cells`}
            value={fallback}
            limit={importLimits.default}
            onChange={(event) =>
              onSettings({
                ...settings,
                defaults: { ...settings.defaults, [name]: event.currentTarget.value },
              })
            }
          />
        )}
      </Table.Td>
      <Table.Td className={classes.sample} data-names="First rows">
        <Samples given={given} index={index} />
      </Table.Td>
    </Table.Tr>
  )
}

/** The first values of a column, so that users see what they map. */
function Samples({ given, index }: { given: Import; index: number | undefined }) {
  const { data } = useQuery(
    importRowsQuery(useApi(), given.id, { outcome: undefined, page: 1, size: 3 }, 'begun'),
  )
  if (index === undefined || !data) return '—'
  return data.items.map(({ line, cells }) => (
    <div key={line}>
      <bdi>
        <Breakable text={cells[index] ?? ''} />
      </bdi>
    </div>
  ))
}
