import { Group, Input, SegmentedControl, Select, Stack, Switch } from '@mantine/core'
import {
  type Recurrence,
  recurrenceUnitNames,
  recurrenceUnits,
  weekdayNames,
} from '@verbatim/contract/recurrence.ts'
import { reportPeriodNames, reportPeriods, ReportPeriod } from '@verbatim/contract/report-period.ts'
import {
  reportFormatNames,
  reportFormats,
  reportScheduleLimits,
  type ShownSubject,
  subjectName,
} from '@verbatim/contract/report-schedules.ts'
import { useQuery } from '@tanstack/react-query'
import { metricTabIds } from '@verbatim/contract/metric-tabs.ts'
import { ChoiceField } from '#editor/ChoiceField.tsx'
import { NameField } from '#editor/NameField.tsx'
import { menuQuery } from '#screens/insights/queries.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { optionsOf } from '@verbatim/ui/options.ts'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { EntitiesSelect } from '#editor/EntitySelect.tsx'
import { TimeField } from '#editor/TimeField.tsx'
import type { ReportTypes } from './report-editor.tsx'
import { recipientSource } from './recipients.ts'
import { subjectKey } from './schedule-words.ts'

type ReportProps = EditorProps<ReportTypes>

/** What a report shows, when it is mailed, and to whom. */
export function ScheduleFields({ editor }: ReportProps) {
  const { form, values, canEdit } = editor
  return (
    <Stack gap="lg" maw={fieldsWidth}>
      <NameField form={form} limit={reportScheduleLimits.name} />
      <Group grow wrap="wrap" preventGrowOverflow={false} align="flex-start">
        <SubjectField editor={editor} />
        <Select
          label="Period"
          miw={200}
          allowDeselect={false}
          data={optionsOf(reportPeriods, reportPeriodNames)}
          {...form.getInputProps('period')}
          onChange={(period) => form.setFieldValue('period', ReportPeriod.parse(period))}
        />
      </Group>
      <When editor={editor} />
      <EntitiesSelect
        label="Recipients"
        withAsterisk
        description="Platform users. Each gets the figures for what they can see, so copies may differ."
        source={recipientSource}
        {...form.getInputProps('recipients')}
        value={values.recipients}
        onChange={(recipients) => form.setFieldValue('recipients', [...recipients])}
      />
      <ChoiceField
        label="Format"
        disabled={!canEdit}
        value={values.format}
        data={optionsOf(reportFormats, reportFormatNames)}
        onChange={(format) => form.setFieldValue('format', format)}
      />
      <Switch
        label="Enabled"
        description="A disabled report is kept but sends nothing."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </Stack>
  )
}

/** Tabs of Key Metrics, and the insights that the reader may see. */
function SubjectField({ editor: { form, values, canEdit } }: ReportProps) {
  const { data: groups } = useQuery({ ...menuQuery(useApi()), enabled: useCan('insights.view') })
  const insights = (groups ?? []).flatMap(({ items }) =>
    items
      // What other products show cannot be reported.
      .filter(({ provider }) => provider === 'native')
      .map(({ id, name }): ShownSubject => ({ kind: 'insight', insightId: id, name })),
  )
  const { subject } = values
  const isListed =
    subject.kind === 'metrics' || insights.some((one) => subjectKey(one) === subjectKey(subject))
  const offered = [...insights, ...(isListed ? [] : [subject])]
  return (
    <Select
      label="Figures"
      miw={200}
      searchable
      allowDeselect={false}
      disabled={!canEdit}
      error={form.errors['subject']}
      data={[
        { group: 'Key Metrics', items: tabs.map(toOption) },
        ...(offered.length > 0 ? [{ group: 'Insights', items: offered.map(toOption) }] : []),
      ]}
      value={subjectKey(subject)}
      onChange={(key) => {
        const chosen = [...tabs, ...offered].find((one) => subjectKey(one) === key)
        if (chosen) form.setFieldValue('subject', chosen)
      }}
    />
  )
}

const tabs = metricTabIds.map((tab): ShownSubject => ({ kind: 'metrics', tab }))
const toOption = (subject: ShownSubject) => ({ value: subjectKey(subject), label: subjectName(subject) })

const weekdays = weekdayNames.map((label, at) => ({ value: String(at + 1), label }))
const days = Array.from({ length: 31 }, (_, at) => ({
  value: String(at + 1),
  label: at === 30 ? 'The last day' : `Day ${at + 1}`,
}))

function When({ editor: { form, values, canEdit } }: ReportProps) {
  const { every, weekday, day } = values
  return (
    <Input.Wrapper
      label="Schedule"
      labelElement="div"
      description="In the organization’s time zone. In shorter months, the last day is used."
    >
      <Group mt={4} align="flex-start">
        <SegmentedControl
          aria-label="Schedule"
          disabled={!canEdit}
          value={every}
          data={optionsOf(recurrenceUnits, recurrenceUnitNames)}
          onChange={(unit) => form.setFieldValue('every', unit as Recurrence['every'])}
        />
        {every === 'week' && (
          <Select
            aria-label="Day of the week"
            w={150}
            allowDeselect={false}
            data={weekdays}
            disabled={!canEdit}
            value={String(weekday)}
            onChange={(chosen) => form.setFieldValue('weekday', Number(chosen))}
          />
        )}
        {every === 'month' && (
          <Select
            aria-label="Day of the month"
            w={150}
            allowDeselect={false}
            data={days}
            disabled={!canEdit}
            value={String(day)}
            onChange={(chosen) => form.setFieldValue('day', Number(chosen))}
          />
        )}
        <TimeField aria-label="Time" w={140} {...form.getInputProps('at')} />
      </Group>
    </Input.Wrapper>
  )
}
