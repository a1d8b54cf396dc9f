/** Longer texts are cut at so many signs before any is measured: what people call themselves and write above mails has no limit. */
const mostSigns = 300

/**
 * A text that ends with an ellipsis where it does not fit. Few lengths are tried, and none far beyond what fits, because each is measured
 * in the fonts of its signs.
 * @param fits Whether a text is narrow enough; its beginnings are, too, then.
 */
export function cutToFit(text: string, fits: (shown: string) => boolean): string {
  // No sign has more than two units.
  const signs = Array.from(text.slice(0, 2 * mostSigns)).slice(0, mostSigns)
  const beginning = (count: number) => signs.slice(0, count).join('')
  let [low, tried] = [0, Math.min(16, signs.length)]
  while (fits(beginning(tried))) {
    if (tried === signs.length && beginning(tried).length === text.length) return text
    low = tried
    if (tried === signs.length) break
    tried = Math.min(2 * tried, signs.length)
  }
  // With the ellipsis, also what fitted without it may be too wide.
  let high = low === signs.length ? low + 1 : tried
  low = 0
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(`${beginning(middle)}…`)) low = middle
    else high = middle
  }
  return `${beginning(low).trimEnd()}…`
}
