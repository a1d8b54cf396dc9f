/** The effect of a change on what people see, counted before the change is made. */
import { z } from 'zod'
import { Permission } from './permissions.ts'

/** One side of the effect: which users it concerns, and how many messages. */
const Side = z.object({
  users: z.int(),
  /** At most three of those users. */
  names: z.array(z.string()),
  messages: z.int(),
  /** There are more messages than this number. */
  atLeast: z.literal(true).optional(),
  permissions: z.array(Permission),
})
export const AccessEffect = z.object({ lost: Side, gained: Side })
export type AccessEffect = z.infer<typeof AccessEffect>
