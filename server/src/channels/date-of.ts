/** A time in milliseconds since 1970; undefined if there is none, or its year is implausible. */
export function dateOf(milliseconds: number | null | undefined): Date | undefined {
  const date = new Date(milliseconds || Number.NaN)
  const year = date.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? date : undefined
}
