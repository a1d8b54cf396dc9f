/** If two users change one thing, applies the local input to the other user's save. Pure. */

/** Three states of the same thing: the common base, the other user's save, and the local input. */
export interface Three<T> {
  readonly before: T
  readonly theirs: T
  readonly mine: T
}

/**
 * Works by field: a field without a local change gets their value, and a local change stays; in a list, additions and
 * removals of both sides count.
 */
export function rebase<T extends object>({ before, theirs, mine }: Three<T>): T {
  const fields = Object.keys(theirs) as (keyof T)[]
  const rebased = fields.map((field) => [
    field,
    rebaseField({ before: before[field], theirs: theirs[field], mine: mine[field] }),
  ])
  return { ...mine, ...Object.fromEntries(rebased) }
}

function rebaseField<V>({ before, theirs, mine }: Three<V>): V {
  if (isSameText(before, mine)) return theirs
  if (!Array.isArray(before) || !Array.isArray(theirs) || !Array.isArray(mine)) return mine
  if (isSameText(before, theirs)) return mine
  const { stay, further } = rebaseList<unknown>({ before, theirs, mine }, { keyOf, isSame: isSameText })
  return [...stay, ...further] as V
}

interface Identity<I> {
  readonly keyOf: (item: I) => unknown
  readonly isSame: (one: I, other: I) => boolean
}

/**
 * Rebases a list of things with keys.
 * @returns The items of their list that stay, with local changes; and the items that only this
 * side has.
 */
export function rebaseList<I>(
  lists: Three<readonly I[]>,
  { keyOf: keyed, isSame: same }: Identity<I>,
): { stay: I[]; further: I[] } {
  const byKey = (items: readonly I[]) => new Map(items.map((item) => [keyed(item), item]))
  const [old, standing, own] = [byKey(lists.before), byKey(lists.theirs), byKey(lists.mine)]
  const stay = lists.theirs.flatMap((item) => {
    const [was, now] = [old.get(keyed(item)), own.get(keyed(item))]
    if (was !== undefined && now === undefined) return [] // removed here
    return now !== undefined && (was === undefined || !same(now, was)) ? [now] : [item]
  })
  const further = lists.mine.filter((item) => {
    const was = old.get(keyed(item))
    return !standing.has(keyed(item)) && (was === undefined || !same(was, item))
  })
  return { stay, further }
}

export const isSameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Identifies a thing by its ID or key, and anything else by itself. */
function keyOf(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item
  if ('id' in item) return item.id
  return 'key' in item ? item.key : JSON.stringify(item)
}
