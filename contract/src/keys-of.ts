/** The kinds that have an entry each, in their order. A kind is named once: with its entry. */
export const keysOf = <Key extends string>(entries: Readonly<Record<Key, unknown>>): readonly Key[] =>
  Object.keys(entries) as Key[]
