/** Figures as the blocks of a report, in the words of the screen. */
import {
  changeOf,
  figureText,
  noFigure,
  nowText,
  pairTexts,
  tooFewText,
} from '@verbatim/contract/figure-words.ts'
import { definitionOf, type MetricId, type MetricUnit } from '@verbatim/contract/metric-definitions.ts'
import type { Breakdown, Figure } from '@verbatim/contract/metrics.ts'
import {
  mostOf,
  type ReportFigure,
  type ReportParts,
  type ReportSeries,
} from '@verbatim/documents/report/report.ts'

const unitNames: Readonly<Record<MetricUnit, string>> = {
  count: '',
  percent: 'percent',
  'per-thousand': 'per 1,000',
  minutes: 'minutes',
  hours: 'hours',
}

/** @param title In place of the metric's own name. */
export function toReportFigure(figure: Figure, title?: string): ReportFigure {
  const { id, value, previous, tooFew, note } = figure
  const definition = definitionOf(id)
  const { name, unit, meaning, formula, isNow } = definition
  const change = changeOf(value, previous, definition)
  const [text, before] = pairTexts(value, previous, unit)
  const hasBefore = previous !== null && previous !== 0 && before !== text
  const words = [change?.words, hasBefore && `was ${before}`].filter(Boolean).join(' · ')
  return {
    name: title ?? name,
    text,
    change: isNow ? nowText(figure) : tooFew ? tooFewText(tooFew) : words,
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
  const drawn = { values: figure.series, previous: figure.previousSeries ?? [] }
  const [zeroText, mostText] = [figureText(0, unit), figureText(mostOf(drawn), unit)]
  return [{ kind: 'series', title, days, ...drawn, zeroText, mostText }]
}

interface PartWords extends Pick<ReportParts, 'title' | 'first'> {
  readonly metric: MetricId
  readonly labels: Readonly<Record<string, string>>
  /** Whether each part is a policy, which is shown with its precision. */
  readonly isOfPolicies: boolean
}

export function toReportParts(
  { parts, total }: Pick<Breakdown, 'parts' | 'total'>,
  { title, first, labels, metric, isOfPolicies }: PartWords,
): ReportParts {
  const { unit } = definitionOf(metric)
  return {
    kind: 'parts',
    title: total === undefined ? title : `${title}: the ${parts.length} largest of ${total}`,
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
