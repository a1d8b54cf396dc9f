import { z } from 'zod'

/** A message's recipients in short: those that it names, or else the other members of its conversation at that time. */
export const ToLine = z.object({
  /** The first of them, in the order of the mail or of their joining. */
  names: z.array(z.string()),
  /** The number of further recipients, counted up to 100. */
  more: z.int(),
  /** The title of the conversation, if it has one. */
  title: z.string().optional(),
})
export type ToLine = z.infer<typeof ToLine>

/** How many recipients a row names. */
export const namedRecipients = 3
export const countedRecipients = namedRecipients + 100
