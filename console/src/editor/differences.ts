import type { Three } from './rebase.ts'

/** One field whose current value differs from the value with which the user began. */
export interface Difference {
  readonly what: string
  /** Absent where the words say it all. */
  readonly from?: string
  readonly to?: string
  /** It was changed here too, and otherwise. */
  readonly isContested: boolean
}

/** The lines in which what the other one saved differs from how both began; each thing in words, under its label. */
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
