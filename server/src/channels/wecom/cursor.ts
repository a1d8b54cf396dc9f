/** How far the archive of a corporation was read, and how far it had been at the beginning of each hour. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { z } from 'zod'

/** WeCom keeps a message for so long. */
export const keptMs = 5 * dayMs

const Pair = z.tuple([z.number(), z.int()])

export const Cursor = z.object({
  /** The number of the last message that we have. */
  seq: z.int().nonnegative().default(0),
  /** When the archive was last read. */
  at: z.number().optional(),
  /** When it was first read: what was sent before is history. */
  since: z.number(),
  /** Encrypted messages that are in the key store, by their first number, until we have their key. */
  sealed: z.array(z.int()).default([]),
  /** The numbers of all these, from one to another. */
  aside: z.array(Pair).default([]),
  /**
   * The starts of hours, and the last number when the archive was first read to its end in them: what the archive got before has no
   * higher one, and what it got later has no lower one, unless WeCom showed it late.
   */
  marks: z.array(Pair).default([]),
})
export type Cursor = z.infer<typeof Cursor>

/** What waits for a key does so also while the account of the corporation is removed. */
const Waiting = Cursor.pick({ sealed: true, aside: true })

/** Undefined if nothing waits. */
export function waitingIn(kept: unknown): z.infer<typeof Waiting> | undefined {
  const { data } = Waiting.safeParse(kept)
  return data && data.sealed.length > 0 ? data : undefined
}

/** @param kept As the session keeps it, or what waited when the account was removed. */
export const cursorFrom = (kept: unknown, now: Date): Cursor =>
  Cursor.safeParse(kept).data ?? Cursor.parse({ ...waitingIn(kept), since: now.getTime() })

type Marks = Cursor['marks']
type Numbers = Cursor['aside']

const hourStart = (ms: number) => Math.floor(ms / hourMs) * hourMs

/** @param askedAt When the archive was asked for what was its end then. */
export function marked(cursor: Cursor, askedAt: number): Cursor {
  const hour = hourStart(askedAt)
  const last = cursor.marks.at(-1)
  if (last && last[0] >= hour) return cursor
  return {
    ...cursor,
    marks: [...cursor.marks.filter(([at]) => at >= hour - keptMs - hourMs), [hour, cursor.seq]],
  }
}

/** Numbers as ranges, with those that are ranges already. */
export function numbersOf(numbers: readonly number[], known: Numbers = []): Numbers {
  const joined: Numbers = []
  const all: Numbers = [...known, ...numbers.map((number): [number, number] => [number, number])]
  for (const [from, to] of all.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

export const isAside = ({ aside }: Cursor, seq: number) =>
  aside.some(([from, to]) => seq >= from && seq <= to)

/** The numbers of what the archive got in a time. */
export interface Stretch {
  /** They are higher. */
  readonly after: number
  readonly last: number
  /** Undefined if the archive was read to the end of the time. */
  readonly until: Date | undefined
}

/** Undefined as long as the archive was never read to its end. */
export function stretchOf(
  { marks, seq }: Cursor,
  { from, before }: { readonly from: Date; readonly before: Date },
): Stretch | undefined {
  const read = marks.at(-1)
  if (!read) return undefined
  return {
    // Before the first mark is what WeCom still has.
    after: marks.findLast(([at]) => at <= from.getTime())?.[1] ?? 0,
    last: marks.find(([at]) => at >= before.getTime())?.[1] ?? seq,
    until: hourStart(before.getTime()) <= read[0] ? undefined : new Date(read[0]),
  }
}

/**
 * When the archive got a message, to the hour: between two marks that are hours apart, when it was sent, as far as that lies between them.
 * @param sentAt In milliseconds. Of what does not say it, the archive had it at the mark.
 */
export function archivedAt({ marks }: Cursor, seq: number, sentAt = Infinity): Date {
  const next = marks.findIndex(([, last]) => seq <= last)
  const [from, before] = boundsOf(marks, next === -1 ? marks.length : next)
  const at = Math.max(from, Math.min(sentAt, before - 1))
  return new Date(at === Infinity ? from : at)
}

/** The time before a mark, and after the one before it. */
function boundsOf(marks: Marks, place: number): [from: number, before: number] {
  const before = marks[place]?.[0] ?? Infinity
  const from = marks[place - 1]?.[0] ?? before - keptMs
  return [from, before]
}
