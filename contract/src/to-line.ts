import { z } from 'zod'

/** The recipients of a message in short: those that it names, otherwise the other members of its conversation at that time. */
export const ToLine = z.object({
  /** The first of them, in the order of the mail or of their joining. */
  names: z.array(z.string()),
  /** How many there are besides; counting ends at 100. */
  more: z.int(),
  /** The title of the conversation, if it has one. */
  title: z.string().optional(),
})
export type ToLine = z.infer<typeof ToLine>

/** So many recipients are named in a row. */
export const namedRecipients = 3
export const countedRecipients = namedRecipients + 100
