/** What waiting clients are narrowed to, in calls and in links. */
import { z } from 'zod'
import { Category, Urgency } from './categories.ts'
import { Channel } from './channels.ts'
import { UserId } from './ids.ts'

/** In place of a representative: the clients without one. */
export const noOwner = 'none'

export const waitingFields = {
  owner: z.union([z.literal(noOwner), UserId]).optional(),
  channel: Channel.optional(),
  category: Category.optional(),
  urgency: Urgency.optional(),
}

/** Only the clients of a representative, or those without one, and only those of a channel, category or urgency. */
export type WaitingNarrowing = Partial<z.infer<z.ZodObject<typeof waitingFields>>>

/** What `waiting:…` of a link narrows them to: no two fields have a value in common. */
export function waitingOf(of: string): WaitingNarrowing | undefined {
  const [field] = Object.entries(waitingFields).find(([, values]) => values.safeParse(of).success) ?? []
  return field === undefined ? undefined : { [field]: of }
}
