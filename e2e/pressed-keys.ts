/**
 * What a reader means by keys, and whether the server was asked for that and for nothing else: the law of
 * docs/decisions/0077-keys-act-on-the-address.md, apart from how the console holds it.
 */

/** A decision on these events, in any order. */
export interface Decision {
  readonly events: readonly string[]
  /** `false_positive`, `escalated`. */
  readonly change: string
}

/** A key that decides on what the reader is at, or U. */
export type Meant = Decision | 'undo'

/** A decision that reached the server. */
export interface Sent extends Decision {
  /** Its key for undoing it; undefined if it was refused or changed nothing. */
  readonly changeId: string | undefined
  /** How many events it changed. */
  readonly changed: number
}

/** The decisions that no key meant at their turn. */
export function misplacedOf(meant: readonly Meant[], sent: readonly Sent[]): readonly Sent[] {
  let at = 0
  return sent.filter((decision) => {
    const found = meant.findIndex((key, index) => index >= at && key !== 'undo' && isSame(key, decision))
    if (found >= 0) at = found + 1
    return found < 0
  })
}

/**
 * Whether the keys explain everything that was sent, in their order. A decision on an event that was decided on before may be
 * refused in the page, which depends on when answers arrive; the first one on an event may not, nor one on many. Each U takes
 * back the last decision that was not refused, and nothing if there is none.
 * @param decided Events that were decided on before the first key.
 */
export function areExplained(
  meant: readonly Meant[],
  { sent, undone }: { readonly sent: readonly Sent[]; readonly undone: readonly string[] },
  decided: ReadonlySet<string>,
): boolean {
  const seen = new Set<string>()
  const goOn = (at: number, next: number, taken: number, stack: readonly number[]): boolean => {
    const state = [at, next, taken, ...stack].join(' ')
    if (seen.has(state)) return false
    seen.add(state)
    const key = meant[at]
    if (key === undefined) return next === sent.length && taken === undone.length
    if (key === 'undo') {
      const last = stack.at(-1)
      if (last === undefined) return goOn(at + 1, next, taken, stack)
      const changeId = sent[last]?.changeId
      const isTaken = changeId !== undefined
      if (isTaken && undone[taken] !== changeId) return false
      return goOn(at + 1, next, taken + Number(isTaken), stack.slice(0, -1))
    }
    const decision = sent[next]
    const wasSent = decision !== undefined && isSame(key, decision)
    return (
      (wasSent && goOn(at + 1, next + 1, taken, [...stack, next])) ||
      // What the server refused may be forgotten before the next U.
      (wasSent && decision.changeId === undefined && goOn(at + 1, next + 1, taken, stack)) ||
      (mayBeRefused(key, meant.slice(0, at), decided) && goOn(at + 1, next, taken, stack))
    )
  }
  return goOn(0, 0, 0, [])
}

function mayBeRefused(
  { events: [event = '', ...others] }: Decision,
  before: readonly Meant[],
  decided: ReadonlySet<string>,
): boolean {
  if (others.length > 0) return false
  return decided.has(event) || before.some((key) => key !== 'undo' && key.events.includes(event))
}

const isSame = (one: Decision, other: Decision) =>
  one.change === other.change && one.events.toSorted().join() === other.events.toSorted().join()
