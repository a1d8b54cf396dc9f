/** Figures as the blocks of a report, in the words of the screen. */
import { changeOf, figureText, noFigure } from '@verbatim/contract/figure-words.ts'
import { definitionOf, type MetricId, type MetricUnit } from '@verbatim/contract/metric-definitions.ts'
import type { Breakdown, Figure } from '@verbatim/contract/metrics.ts'
import type { ReportFigure, ReportParts, ReportSeries } from '@verbatim/documents/report/report.ts'

const unitNames: Readonly<Record<MetricUnit, string>> = {
  count: '',
  percent: 'percent',
  'per-thousand': 'per 1,000',
  minutes: 'minutes',
  hours: 'hours',
}

/** @param title In place of the metric's own name. */
export function toReportFigure({ id, value, previous, note }: Figure, title?: string): ReportFigure {
  const definition = definitionOf(id)
  const { name, unit, meaning, formula, isNow } = definition
  const change = changeOf(value, previous, definition)
  const hasBefore = previous !== null && previous !== 0 && previous !== value
  const words = [change?.words, hasBefore && `was ${figureText(previous, unit)}`].filter(Boolean).join(' · ')
  return {
    name: title ?? name,
    text: figureText(value, unit),
    change: isNow ? 'now' : words,
    value,
    previous,
    unit: unitNames[unit],
    meaning,
    formula: note ? `${formula} ${note}` : formula,
  }
}

/** Nothing for a figure that has no meaning by day. */
export function toReportSeries(
  figure: Figure | undefined,
  { days, title }: { readonly days: readonly string[]; readonly title: string },
): ReportSeries[] {
  if (!figure?.series) return []
  const { unit } = definitionOf(figure.id)
  return [
    {
      kind: 'series',
      title,
      days,
      values: figure.series,
      previous: figure.previousSeries ?? [],
      textOf: (value) => figureText(value, unit),
    },
  ]
}

interface PartWords extends Pick<ReportParts, 'title' | 'first'> {
  readonly metric: MetricId
  readonly labels: Readonly<Record<string, string>>
  /** Whether each part is a policy, whose precision is told. */
  readonly isOfPolicies: boolean
}

export function toReportParts(
  parts: Breakdown['parts'],
  { title, first, labels, metric, isOfPolicies }: PartWords,
): ReportParts {
  const { unit } = definitionOf(metric)
  return {
    kind: 'parts',
    title,
    first,
    ...(isOfPolicies && { further: definitionOf('precision').name }),
    parts: parts.map(({ key, name, value, previous, precision = null }) => ({
      label: name ?? labels[key] ?? key,
      value,
      previous,
      text: figureText(value, unit),
      change: changeOf(value, previous, { unit })?.words ?? noFigure,
      ...(isOfPolicies && { further: { value: precision, text: figureText(precision, 'percent') } }),
    })),
  }
}
