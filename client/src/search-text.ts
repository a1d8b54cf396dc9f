/** The address's query with plain names and texts, so that people can read and write it. Screens give them types. */

export function parseSearchText(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

/** Leaves out empty texts, and values that are neither text, number nor boolean. */
export function searchText(search: Record<string, unknown>): string {
  const said = Object.entries(search).flatMap(([name, value]) =>
    (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'
      ? [[name, String(value)]]
      : [],
  )
  const text = new URLSearchParams(said).toString()
  return text && `?${text}`
}
