const most = 99

/** A count where there is little room: above 99 it reads 99+. In a column, a title and a sentence it stands whole. Source: docs/rules/limits.md. */
export function badgeCount(count: number): string {
  return count > most ? `${most}+` : String(count)
}
