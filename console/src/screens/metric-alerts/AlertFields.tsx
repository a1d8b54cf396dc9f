import { Group, Input, NumberInput, Select, Stack, Switch, Text } from '@mantine/core'
import {
  alertDays,
  alertDaysNames,
  conditionKindNames,
  conditionKinds,
  isComparable,
  metricAlertLimits,
  withoutBeforeText,
} from '@verbatim/contract/metric-alerts.ts'
import { narrowedFor } from '@verbatim/contract/insight-tiles.ts'
import { definitionOf, metricIds, type MetricUnit } from '@verbatim/contract/metric-definitions.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import { NameField } from '#editor/NameField.tsx'
import type { EditorProps } from '#editor/define-editor.ts'
import { EntitiesSelect } from '#editor/EntitySelect.tsx'
import { FilterFields } from '#screens/insights/FilterFields.tsx'
import { recipientSource } from '#screens/report-schedules/recipients.ts'
import type { AlertTypes } from './alert-editor.tsx'
import { metricOptions } from './metric-options.ts'

type AlertProps = EditorProps<AlertTypes>

const units: Readonly<Record<MetricUnit, string>> = {
  count: '',
  percent: '%',
  'per-thousand': 'per 1,000 messages',
  minutes: 'minutes',
  hours: 'hours',
}
const periods = alertDays.map((days) => ({ value: String(days), label: alertDaysNames[days] }))

/** Which figure, which threshold, and who is mailed. */
export function AlertFields({ editor }: AlertProps) {
  const { form, values, canEdit } = editor
  const { meaning, isNow } = definitionOf(values.metric)
  return (
    <Stack gap="lg" maw={fieldsWidth}>
      <NameField form={form} limit={metricAlertLimits.name} />
      <Group grow wrap="wrap" preventGrowOverflow={false} align="flex-start">
        <Select
          label="Metric"
          description={meaning}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          miw={200}
          allowDeselect={false}
          searchable
          data={metricOptions}
          {...form.getInputProps('metric')}
          onChange={(chosen) => {
            const metric = metricIds.find((id) => id === chosen) ?? values.metric
            form.setFieldValue('metric', metric)
            form.setFieldValue('filter', narrowedFor(metric, values.filter))
          }}
        />
        {!isNow && (
          <Select
            label="Period"
            miw={200}
            allowDeselect={false}
            data={periods}
            disabled={!canEdit}
            value={String(values.days)}
            onChange={(chosen) =>
              form.setFieldValue('days', alertDays.find((days) => String(days) === chosen) ?? values.days)
            }
          />
        )}
      </Group>
      <FilterFields
        metric={values.metric}
        filter={values.filter}
        disabled={!canEdit}
        onChange={(filter) => form.setFieldValue('filter', filter)}
      />
      <Threshold editor={editor} />
      <EntitiesSelect
        label="Recipients"
        withAsterisk
        description="Platform users. Each gets the figure of what they can see, so an alert may reach only some of them."
        source={recipientSource}
        {...form.getInputProps('recipients')}
        value={values.recipients}
        onChange={(recipients) => form.setFieldValue('recipients', [...recipients])}
      />
      <Switch
        label="Enabled"
        description="A disabled alert is kept but not checked."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </Stack>
  )
}

function Threshold({ editor: { form, values, canEdit } }: AlertProps) {
  const { name, unit, isNow } = definitionOf(values.metric)
  const offered = conditionKinds.filter((kind) => isComparable(values.metric, kind))
  // A comparison that another metric left behind: nothing replaces it unasked, because its amount means something else.
  const isLeftBehind = !offered.includes(values.kind)
  const isChange = !isNow && (values.kind === 'rises' || values.kind === 'falls')
  const { error, ...amount } = form.getInputProps('amount')
  return (
    <Input.Wrapper
      label="Threshold"
      labelElement="div"
      description="Checked every hour. One email when the threshold is crossed, and one when it no longer is."
      error={isLeftBehind && withoutBeforeText}
      errorProps={{ mt: 6 }}
    >
      <Group mt={4} align="flex-start">
        <Select
          aria-label="Comparison"
          w={150}
          allowDeselect={false}
          disabled={!canEdit}
          data={optionsOf(offered, conditionKindNames)}
          placeholder="Choose…"
          error={isLeftBehind}
          value={isLeftBehind ? null : values.kind}
          onChange={(chosen) => {
            form.setFieldValue('kind', conditionKinds.find((kind) => kind === chosen) ?? values.kind)
            // What was wrong with it was about the comparison before.
            form.clearFieldError('amount')
          }}
        />
        <NumberInput
          aria-label="Amount"
          w={220}
          min={0}
          decimalScale={1}
          thousandSeparator=","
          suffix={isChange ? '%' : units[unit] && ` ${units[unit]}`}
          {...amount}
          error={isLeftBehind ? undefined : error}
          onChange={(given) => form.setFieldValue('amount', typeof given === 'number' ? given : '')}
        />
        {unit === 'count' && !isChange && <Text lh="36px">{name.toLowerCase()}</Text>}
      </Group>
    </Input.Wrapper>
  )
}
