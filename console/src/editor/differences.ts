import type { Three } from './rebase.ts'

/** One field whose current value differs from the value that the user started with. */
export interface Difference {
  readonly what: string
  /** Absent if the text is complete without it. */
  readonly from?: string
  readonly to?: string
  /** Whether it was also changed here, to another value. */
  readonly isContested: boolean
}

/** The differences between another user's save and the common base, each in words with its label. */
export function differencesOf({
  before,
  theirs,
  mine,
}: Three<Readonly<Record<string, string>>>): Difference[] {
  const labels = new Set([...Object.keys(before), ...Object.keys(theirs)])
  return [...labels].flatMap((what) => {
    const [from = '', to = '', here = ''] = [before[what], theirs[what], mine[what]]
    return from === to ? [] : [{ what, from, to, isContested: here !== from && here !== to }]
  })
}
