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

/** Everything we were given of content that we cannot read, unless it nests too deep. */
export function fieldsOf(raw: unknown): { readonly fields?: unknown } {
  return raw === undefined || isDeepJson(raw) ? {} : { fields: raw }
}
