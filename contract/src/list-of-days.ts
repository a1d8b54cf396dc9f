import { z } from 'zod'
import { type DescribedParameter, type ListSpec, listParameters, listQuery } from './list.ts'
import type { Fields } from './list-filter.ts'
import { MetricQuery } from './metrics.ts'

const names = ['days', 'date-from', 'date-to'] as const
const described: readonly DescribedParameter[] = [
  { name: 'days', description: 'The number of whole days before today.', schema: { type: 'integer' } },
  { name: 'date-from', description: 'The first day.', schema: { type: 'string' } },
  { name: 'date-to', description: 'The last day.', schema: { type: 'string' } },
]

/** The question of a list that takes days as figures do, too, in the organization's zone. */
export function listOfDays<F extends Fields, S extends string>(spec: ListSpec<F, S>) {
  const rows = listQuery(spec)
  return z
    .record(z.string(), z.unknown())
    .transform((asked, ctx) => {
      const isOfDays = ([name]: [string, unknown]) => names.some((one) => one === name)
      const given = Object.entries(asked)
      const list = rows.safeParse(Object.fromEntries(given.filter((one) => !isOfDays(one))))
      const days = MetricQuery.safeParse(Object.fromEntries(given.filter(isOfDays)))
      if (list.success && days.success)
        return { ...list.data, ...(Object.keys(days.data).length > 0 && { ofDays: days.data }) }
      for (const issue of [...(list.error?.issues ?? []), ...(days.error?.issues ?? [])])
        ctx.addIssue({ code: 'custom', path: [...issue.path], message: issue.message })
      return z.NEVER
    })
    .meta({ parameters: [...described, ...listParameters(spec)] })
}
