import type { Three } from './rebase.ts'

/** One field whose current value differs from the value with which the user began. */
export interface Difference {
  readonly what: string
  /** Absent if the words are complete without it. */
  readonly from?: string
  readonly to?: string
  /** It was changed here too, and otherwise. */
  readonly isContested: boolean
}

/** The lines in which another user's save differs from the common base; each thing in words, under its label. */
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
