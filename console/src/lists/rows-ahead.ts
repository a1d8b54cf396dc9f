/** The rows that a reader opens next, in the likely order: the two after this one, then the one before. */
export function rowsAhead<Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
  id: string | undefined,
): readonly Row[] {
  const index = rows?.findIndex((row) => row.id === id) ?? -1
  if (!rows || index < 0) return []
  return [index + 1, index + 2, index - 1].flatMap((at) => rows[at] ?? [])
}
