const deepest = 64

/** Whether a JSON value nests deeper than the database and the screens can handle. */
export function isDeepJson(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}

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
