const deepest = 64

/** Whether a JSON value nests deeper than the database and the screens can handle. */
export const isDeepJson = (value: unknown): boolean => isObject(value) && isDeeperThan(value, deepest)

/** Calls itself for so many levels at most, and for no other values than objects: every row of a list is asked about. */
function isDeeperThan(value: object, levels: number): boolean {
  const within: unknown[] = Object.values(value)
  if (levels === 0) return within.length > 0
  for (const one of within) if (isObject(one) && isDeeperThan(one, levels - 1)) return true
  return false
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Everything we were given of content that we cannot read. */
export function fieldsOf(raw: unknown): { readonly fields?: unknown } {
  const fields = shallowOf(raw)
  return fields === undefined ? {} : { fields }
}

/** The value; of one that nests too deep only its texts, without their names. Undefined if it has none. */
export function shallowOf(value: unknown): unknown {
  if (!isDeepJson(value)) return value
  const texts: string[] = []
  for (let level: unknown[] = [value]; level.length > 0;) {
    for (const one of level) if (typeof one === 'string') texts.push(one)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return texts.length > 0 ? texts : undefined
}
