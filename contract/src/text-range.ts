import { z } from 'zod'
import { maxSearchLength } from './list.ts'

/** UTF-16 offsets into a text, end exclusive. */
export const TextRange = z.object({ start: z.int(), end: z.int() })
export type TextRange = z.infer<typeof TextRange>

/** `search` returns the highlights of a search, for a link from its results. */
export const Highlighted = z.strictObject({ search: z.string().max(maxSearchLength).optional() })
