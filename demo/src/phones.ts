/**
 * Phone numbers without an owner, only from ranges that a numbering authority has reserved for
 * fiction or examples (North America 555-0100 to 555-0199 in any area; Ofcom 07700 900 and 020 7946 0;
 * ARCEP 06 39 98; Bundesnetzagentur 030 23125 and 089 99998; PTS 070-174 06 05 to 99; ComReg 020 91).
 */
export type Region = 'gb' | 'us' | 'fr' | 'de' | 'se' | 'ie'

/** The form of every number of the demo organization. */
export const reservedNumber =
  /^\+(?:1\d{3}55501\d{2}|447700900\d{3}|442079460\d{3}|33639980\d{3}|493023125\d{3}|498999998\d{3}|4670174060[5-9]|467017406[1-9]\d|3532091\d{5})$/

/** Assigns each number of each region once, starting with the lowest. */
export function phoneBook(): (region: Region, area?: string) => string {
  const given = new Map<string, number>()
  return (region, area = '') => {
    const shelf = `${region}${area}`
    const count = given.get(shelf) ?? 0
    given.set(shelf, count + 1)
    return numberIn(region, area, count)
  }
}

function numberIn(region: Region, area: string, count: number): string {
  if (region === 'us') return `+1${area}55501${pad(within(count, 100), 2)}`
  if (region === 'fr') return `+33639980${pad(within(count, 1000), 3)}`
  if (region === 'de') return `+493023125${pad(within(count, 1000), 3)}`
  if (region === 'se') return `+46701740${pad(605 + within(count, 95), 3)}`
  if (region === 'ie') return `+3532091${pad(within(count * 37 + 1204, 100_000), 5)}`
  return `+447700900${pad(within(count, 1000), 3)}`
}

function within(count: number, size: number): number {
  if (count >= size) throw new Error('No reserved number is left')
  return count
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0')
}
