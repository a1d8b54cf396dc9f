import { z } from 'zod'

/** Each once, in the order of the first ones. */
const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

/** A list whose values count once, however often each is given. */
export const setOf = <One extends z.ZodType<number | string>>(one: One) => z.array(one).overwrite(distinct)
