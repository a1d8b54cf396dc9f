import { z } from 'zod'
import { Channel } from './channels.ts'
import { keysOf } from './keys-of.ts'

/** A message's state that decides how long it is kept. Source: docs/rules/retention.md. */
export const retentionContextNames = {
  all: 'All messages',
  no_event: 'Messages without an event',
  event_dismissed: 'Messages of dismissed events',
  event_resolved: 'Messages of resolved events',
  event_escalated: 'Messages of events that were escalated',
}
export const retentionContexts = keysOf(retentionContextNames)
export const RetentionContext = z.enum(retentionContexts)
export type RetentionContext = z.infer<typeof RetentionContext>

export const retentionUnits = ['day', 'month', 'year'] as const
export type RetentionUnit = (typeof retentionUnits)[number]

/** A number of days, months or years. */
interface Period {
  readonly count: number
  readonly unit: RetentionUnit
}

const letters = { day: 'D', month: 'M', year: 'Y' } as const
const mostOf: Record<RetentionUnit, number> = { day: 36_500, month: 1_200, year: 100 }

/** In ISO 8601: `P7Y`. */
export const formatPeriod = ({ count, unit }: Period) => `P${count}${letters[unit]}`

/** `P90D`, `P18M`, `P7Y`: one unit, from one of it to a hundred years. Undefined for anything else. */
export function parsePeriod(text: string): Period | undefined {
  const [, digits = '', letter] = /^P([1-9]\d{0,4})([DMY])$/.exec(text) ?? []
  const unit = retentionUnits.find((one) => letters[one] === letter)
  const count = Number(digits)
  return unit && count <= mostOf[unit] ? { count, unit } : undefined
}

/** The years offered first, the usual one before the others. Source: docs/rules/retention.md. */
export const retentionPresets = [7, 3, 5, 6, 10] as const

export const RetentionRule = z.strictObject({
  channel: Channel,
  /** Empty means that messages are kept, as without a row. */
  retentionPeriod: z.string().refine((text) => text === '' || parsePeriod(text) !== undefined, {
    message: 'Enter a period from one day to 100 years, in days, months or years.',
  }),
  retentionContext: RetentionContext.default('all'),
})
export type RetentionRule = z.infer<typeof RetentionRule>

/** The periods. At most one for a channel and context. */
export const DataRetention = z
  .array(RetentionRule)
  .max(100)
  .overwrite((rules) => rules.filter(({ retentionPeriod }) => retentionPeriod !== ''))
  .refine(
    (rules) =>
      new Set(rules.map(({ channel, retentionContext }) => `${channel} ${retentionContext}`)).size ===
      rules.length,
    { message: 'A channel can have one period for each kind of message.' },
  )
