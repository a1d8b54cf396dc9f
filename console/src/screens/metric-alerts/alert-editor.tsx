import {
  alertDaysNames,
  type AlertCondition,
  conditionText,
  type MetricAlert,
  metricAlertCalls,
  MetricAlertDraft,
  metricAlertList,
} from '@verbatim/contract/metric-alerts.ts'
import type { TileFilter } from '@verbatim/contract/insight-tiles.ts'
import { definitionOf, type MetricId } from '@verbatim/contract/metric-definitions.ts'
import { filterWords } from '@verbatim/contract/tile-words.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { usualEditor } from '#editor/usual-editor.ts'
import type { Recipient } from '#screens/report-schedules/recipients.ts'
import { AlertFields } from './AlertFields.tsx'
import { CrossingsTab } from './CrossingsTab.tsx'

/** The form's values: one amount, which is a figure or a share. */
interface AlertValues {
  readonly name: string
  readonly metric: MetricId
  readonly filter: TileFilter
  readonly days: MetricAlert['days']
  readonly kind: AlertCondition['kind']
  /** An empty field has none. */
  readonly amount: number | ''
  readonly recipients: readonly Recipient[]
  readonly enabled: boolean
}

export interface AlertTypes {
  thing: MetricAlert
  values: AlertValues
  body: MetricAlertDraft
}

export const alertEditor = usualEditor(metricAlertCalls)<AlertTypes>({
  noun: 'metric alert',
  short: 'alert',
  nameOf: ({ name }) => name,
  place: { list: metricAlertList, path: '/organization/metric-alerts' },
  slice: 'metric-alerts',
  manage: 'notifications.manage',
  tabs: [
    {
      id: 'details',
      label: 'Alert',
      fields: ['name', 'metric', 'kind', 'amount', 'recipients'],
      Content: AlertFields,
    },
    { id: 'history', label: 'History', isLater: true, Content: History },
  ],
  blank: {
    name: '',
    metric: 'waiting-clients',
    filter: {},
    days: 7,
    kind: 'above',
    amount: 10,
    recipients: [],
    enabled: true,
  },
  toValues: ({ name, metric, filter, days, condition, recipients, enabled }) => ({
    name,
    metric,
    filter,
    days,
    kind: condition.kind,
    amount: 'value' in condition ? condition.value : condition.percent,
    recipients,
    enabled,
  }),
  schema: MetricAlertDraft,
  toBody: ({ kind, amount, recipients, ...values }) => ({
    ...values,
    condition: toCondition(kind, amount),
    recipientIds: recipients.map(({ id }) => id),
  }),
  fields: { condition: 'amount', recipientIds: 'recipients' },
  wordsOf: ({ name, metric, filter, days, kind, amount, recipients, enabled }) => ({
    Name: name,
    Metric: definitionOf(metric).name,
    Only: filterWords(filter) || 'No filters',
    Period: alertDaysNames[days],
    Condition: conditionText(metric, toCondition(kind, amount || 0)),
    Recipients: recipients.map(({ name: own }) => own).join(', '),
    Enabled: enabled ? 'Yes' : 'No',
  }),
  changed: 'metric-alert.changed',
  fieldOf: { 'metric-alert.name-taken': 'name', 'metric-alert.unknown-recipient': 'recipients' },
  removal: { Effect: DeletionWords },
})

/** Without an amount it is refused at its field. */
const toCondition = (kind: AlertCondition['kind'], amount: number | ''): AlertCondition => {
  const given = amount as number
  return kind === 'above' || kind === 'below' ? { kind, value: given } : { kind, percent: given }
}

function History({ editor: { base } }: EditorProps<AlertTypes>) {
  return base && <CrossingsTab id={base.id} />
}

function DeletionWords({ thing: { recipients } }: { thing: MetricAlert }) {
  return (
    <p>
      Its {recipients.length === 1 ? 'recipient is' : `${recipients.length} recipients are`} no longer
      emailed, and its history is deleted. Figures are not changed.
    </p>
  )
}
