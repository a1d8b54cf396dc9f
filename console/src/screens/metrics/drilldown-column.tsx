import type { Drilldown } from '@verbatim/contract/metrics.ts'
import type { Column } from '@verbatim/ui/table/DataTable.tsx'
import { CountLink } from './CountLink.tsx'

interface Drilled<Field extends string> {
  readonly name: string
  readonly drilldowns: Readonly<Record<Field, Drilldown>>
}

/** A column of numbers that lead to their rows; `of` says what is counted of a name: "False alarms of Gifts". */
export const drilldownColumn = <Field extends string>(
  field: Field,
  label: string,
  { width, of }: { readonly width: number; readonly of: (name: string) => string },
): Column<Drilled<Field>> => ({
  id: field,
  label,
  sortBy: field,
  align: 'right',
  width,
  cell: ({ name, drilldowns }) => <CountLink of={of(name)} drilldown={drilldowns[field]} />,
})
