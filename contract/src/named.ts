import { z } from 'zod'

/** A thing by its id and the name that people know it by. */
export const Named = <T extends z.ZodType>(id: T) => z.object({ id, name: z.string() })
