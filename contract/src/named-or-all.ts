/** Which rows of a list a change is about: the named ones, or all that the list's question matches but some. */
import { z } from 'zod'
import { setOf } from './set-of.ts'

export const namedOrAll = <Id extends z.ZodType<string, string>>(id: Id, most: number) => ({
  ids: setOf(id).min(1).max(most).optional(),
  /** Instead of `ids`: every row of the question except these. */
  all: z.literal(true).optional(),
  except: setOf(id).max(most).optional(),
})

interface Chosen {
  readonly ids?: readonly string[] | undefined
  readonly all?: true | undefined
  readonly except?: readonly string[] | undefined
}

/** Neither part is ever ignored: that would change other rows than were asked for. */
export function checkNamedOrAll({ ids, all, except }: Chosen, check: z.core.$RefinementCtx): void {
  if ((ids === undefined) === (all === undefined))
    check.addIssue({ code: 'custom', message: 'Either “ids” or “all”.' })
  else if (ids && except)
    check.addIssue({ code: 'custom', path: ['except'], message: '“except” is for “all”.' })
}
