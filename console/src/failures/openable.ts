import { failureOf } from './failure-of.ts'

/** Whether the reader may not, or no longer, read this. "Not yours" looks like "not there". */
export function isRefused(error: unknown): boolean {
  return [403, 404].includes(failureOf(error)?.status ?? 0)
}

/** A query's result, without what was read before the access to it ended. After other failures it stays readable. */
export function openable<R extends { readonly data: unknown; readonly error: unknown }>(
  result: R,
): R | (Omit<R, 'data'> & { readonly data: undefined }) {
  return isRefused(result.error) ? { ...result, data: undefined } : result
}
