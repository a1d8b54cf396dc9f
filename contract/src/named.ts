import { z } from 'zod'

/** A thing by its ID and its name. */
export const Named = <T extends z.ZodType>(id: T) => z.object({ id, name: z.string() })
