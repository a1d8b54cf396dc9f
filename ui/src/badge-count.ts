const most = 99

/**
 * A count for small spaces: above 99 it is shown as 99+. Columns, titles and sentences show it in full. Source:
 * docs/rules/limits.md.
 */
export function badgeCount(count: number): string {
  return count > most ? `${most}+` : String(count)
}
