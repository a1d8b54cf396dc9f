import { z } from 'zod'

interface Asked {
  readonly filter: readonly unknown[]
  readonly search?: unknown
}

/**
 * Rows that are named are no answer to a question: it would be ignored, and other rows changed than were meant.
 * @throws ZodError
 */
export function checkNamedRows(
  { ids }: { readonly ids?: readonly string[] | undefined },
  asked: Asked,
): void {
  if (!ids) return
  const part = asked.filter.length > 0 ? 'filter' : asked.search === undefined ? undefined : 'search'
  if (!part) return
  const message = `“${part}” is for “all”: with “ids” it would be ignored.`
  throw new z.ZodError([{ code: 'custom', path: [part], message, input: undefined }])
}
