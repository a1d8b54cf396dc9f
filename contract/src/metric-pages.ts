/** Pages and orders of the rows and days of a period. */
import { z } from 'zod'
import { type Endpoint, endpoint } from './endpoint.ts'
import { page } from './list.ts'
import { MetricPeriod, metricLimits, ofPeriod } from './metrics.ts'
import { text } from './text.ts'

const rows = { limit: 50, most: 200 } as const

/** A list of a period: a page of it, in an order, found by a part of a name. */
export const listOf = <F extends z.ZodRawShape = Record<never, never>>(
  sorts: readonly string[],
  further?: F,
) =>
  inOneOrder(
    ofPeriod({
      ...(further as F),
      ...pageOf(rows),
      ...orderOf(sorts),
      search: text({ max: 200 }).optional(),
    }),
  )

/** The call of a list of a period. The answer also says which days they are. */
export const rowsOfPeriod = <R extends z.ZodType, const Call extends Omit<Endpoint, 'method' | 'response'>>(
  row: R,
  call: Call,
) => endpoint({ method: 'GET', response: MetricPeriod.extend(page(row).shape), ...call })

/** The days of a period, all on one page unless fewer are asked for. */
export const daysOf = (sorts: readonly string[]) =>
  inOneOrder(
    ofPeriod({ ...pageOf({ limit: metricLimits.days, most: metricLimits.days }), ...orderOf(sorts) }),
  )

/** A page of at most so many. */
export const pageOf = ({ limit, most }: { readonly limit: number; readonly most: number }) => ({
  limit: z.coerce.number().int().min(1).max(most).default(limit),
  skip: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

/** An order, as lists take it: `sort=-sent` or `sort[sent]=DESC`. */
const orderOf = (sorts: readonly string[]) => ({
  /** A hyphen before it turns the order. */
  sort: z.enum(sorts.flatMap((name) => [name, `-${name}`]) as [string, ...string[]]).optional(),
  // They stay out of the type, because what is read has the other form alone.
  ...(Object.fromEntries(
    sorts.map((name) => [`sort[${name}]`, z.enum(['ASC', 'DESC', 'asc', 'desc']).optional()]),
  ) as object),
})

/** A question with one order at most, read in the form with a hyphen. */
export const inOneOrder = <Asked extends z.ZodType<object>>(question: Asked): Asked =>
  question.superRefine(hasOneOrder).overwrite((asked) => inOneForm(asked))

const ordersIn = (asked: object) =>
  Object.entries(asked).filter(([name, value]) => name.startsWith('sort') && value !== undefined)

function hasOneOrder(asked: object, ctx: z.RefinementCtx): void {
  if (ordersIn(asked).length > 1) ctx.addIssue({ code: 'custom', path: ['sort'], message: 'Give one order.' })
}

/** The question with its order written with a hyphen. */
function inOneForm<Asked extends object>(asked: Asked): Asked {
  const [written = '', direction] = ordersIn(asked)[0] ?? []
  const [, name] = /^sort\[(.*)\]$/.exec(written) ?? []
  if (name === undefined) return asked
  const rest = Object.entries(asked).filter(([field]) => field !== written)
  const sort = String(direction).toLowerCase() === 'desc' ? `-${name}` : name
  return { ...Object.fromEntries(rest), sort } as Asked
}
