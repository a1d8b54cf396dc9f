import { definitionOf, metricIds } from '@verbatim/contract/metric-definitions.ts'

/** Metrics by their names, in the order of their definitions. */
export const metricOptions = metricIds.map((value) => ({ value, label: definitionOf(value).name }))
