/** Quarantined records are retried, once the cause of their failure is fixed: those of one account, or of many. */
import { z } from 'zod'
import { RedriveId } from './ids.ts'

/** How many redrives of an account are shown, the newest. */
export const shownRedrives = 5

/** One retry, and what came of it: `records = accepted + waiting + failed`. */
export const Redrive = z.object({
  id: RedriveId,
  at: z.iso.datetime(),
  by: z.string(),
  records: z.int(),
  accepted: z.int(),
  /** Not processed yet. */
  waiting: z.int(),
  /** Quarantined again. */
  failed: z.int(),
})
export type Redrive = z.infer<typeof Redrive>

/** Objects of one redrive, by their IDs. */
export const redriveLimits = { ids: 1000 } as const
