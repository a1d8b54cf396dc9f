/** The mail that a figure crossed a threshold or came back: the figure, its definition, and a link to its rows. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { changeOf, comparedWith, figureText } from '@verbatim/contract/figure-words.ts'
import { conditionText, tabOfMetric } from '@verbatim/contract/metric-alerts.ts'
import { definitionOf } from '@verbatim/contract/metric-definitions.ts'
import { metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import { filterWords } from '@verbatim/contract/tile-words.ts'
import type { Figure, MetricPeriod } from '@verbatim/contract/metrics.ts'
import { type NewMail, oneLine } from '#domains/mail/commands.ts'
import { greeting } from '#domains/mail/words.ts'
import type { Crossing } from '#domains/metric-alerts/check-commands.ts'
import type { MetricAlertRow } from '#domains/metric-alerts/queries.ts'
import { keyOfMail } from '#domains/users/mailed-noun.ts'
import type { Actor } from '#kernel/actor.ts'
import { rowsAddress } from './rows-address.ts'

interface Given {
  readonly alert: MetricAlertRow
  readonly crossing: Crossing
  readonly actor: Actor
  readonly figure: Figure
  readonly period: MetricPeriod
  readonly email: string
  readonly firstName: string
  readonly organization: string
  readonly address: string
  readonly now: Date
}

/** Later it would be no news. */
const usefulMs = 12 * hourMs

export function crossingMail(given: Given): NewMail {
  const { alert, crossing, actor, figure, period, email, firstName, address, now } = given
  const { metric, filter, condition } = alert
  const name = oneLine(alert.name)
  const definition = definitionOf(metric)
  const text = figureText(figure.value, definition.unit)
  const change = changeOf(figure.value, figure.previous, definition)
  const when = definition.isNow ? 'now' : `from ${period.from} to ${period.to} (${period.zone})`
  const before = change ? ` That is ${comparedWith(change, 'in the same number of days before')}.` : ''
  const narrowed = filterWords(filter)
  const only = narrowed && ` (${narrowed})`
  const isLevel = condition.kind === 'above' || condition.kind === 'below'
  const state = crossing.isCrossed ? text : `back at ${text}`
  return {
    to: email,
    // Subjects are kept in plain text, so they have no figure.
    subject: `${name}: ${definition.name} ${crossing.isCrossed ? 'crossed its threshold' : 'is back within its threshold'}`,
    text: `${greeting(firstName)}

${definition.name}${only} at ${oneLine(given.organization)}: ${state}, ${when}.${change?.direction === 'same' ? '' : before}
${crossing.isCrossed ? '' : 'The figure is back within the threshold. '}The alert “${name}” notifies you when the figure ${isLevel ? 'is ' : ''}${conditionText(metric, condition)}.

${definition.meaning}
${definition.formula}${figure.note ? `\n${figure.note}` : ''}
It counts only what you can see.

What was counted:
  ${address}${rowsAddress(figure.drilldown, { period: `${period.from}|${period.to}`, permissions: actor.permissions, tabPath: metricTabDefinitions[tabOfMetric[metric]].path })}

${crossing.isCrossed ? 'You get one more email when the figure is back within the threshold.' : 'You get an email when it is crossed again.'}
`,
    kind: 'notification',
    madeFor: actor,
    uselessFrom: new Date(now.getTime() + usefulMs),
    dedupeKey: keyOfMail('metric_crossing', crossing.id),
    reference: { kind: 'metric-alert', id: alert.id },
  }
}
