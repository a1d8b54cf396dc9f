import type { Page } from '@playwright/test'

const week = String.raw`(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?`
const named =
  '(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'
const day = String.raw`${week}\d{1,2}(?: ${named})?(?: \d{4})?`
const month = String.raw`${week}\d{1,2} ${named}\b(?: \d{4})?`

/** What differs between two runs of the same product in the same world. In this order. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '‹id›'],
  // The beginning of either, which is the name of the button that copies it.
  [/\b[0-9a-f]{8}-[0-9a-f]{3}\b/g, '‹id›'],
  [/\b(?=[a-f]*\d)[0-9a-f]{12}\b|\b[0-9a-f]{32,64}\b/g, '‹hash›'],
  [/\b\d{4}-\d{2}-\d{2}T\d{4}\b/g, '‹time›'],
  [/https?:\/\/[a-z0-9.]*localhost:\d+/g, '‹origin›'],
  [/(?<!\d)\d{4}-\d{2}-\d{2}T(?:[\d:.]|%3A)+Z/g, '‹time›'],
  [/(?<!\d)\d{4}-\d{2}-\d{2}\b/g, '‹date›'],
  [new RegExp(String.raw`\b${day} ?– ?${month}`, 'g'), '‹dates›'],
  [new RegExp(String.raw`\b${month}`, 'g'), '‹date›'],
  [/\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?\b/g, '‹time›'],
  [/\b(?:\d+|an?|one) (?:second|minute|hour)s? ago\b|\bjust now\b/g, '‹ago›'],
  [/\b(?:Today|Yesterday)\b/g, '‹day›'],
  // An authenticator's key, and recovery codes: both are random.
  [/(?:\b[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b|(?<=secret=)[A-Z2-7]{32}\b/g, '‹secret›'],
  [/(?<=listitem: )[a-z2-9]{5}-[a-z2-9]{5}$/gm, '‹code›'],
  [/\b(Client|Representative|Rep\.) [2-9A-Z]{6}\b/g, '$1 ‹pseudonym›'],
]

/** The accessibility tree of the page as text, with times and ids masked. */
export async function treeOf(page: Page): Promise<string> {
  const tree = await page.locator('body').ariaSnapshot()
  return `${masks.reduce((text, [pattern, mask]) => text.replace(pattern, mask), tree)}\n`
}
