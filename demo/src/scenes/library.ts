/** All scenes there are; a new file of scenes is a new line here. */
import { readFileSync } from 'node:fs'
import { type Scene, parseScript } from '#scene.ts'

/** The files of this folder, without their ending. Their order is part of what the demo is made from. */
const files = [
  'en/onboarding',
  'en/reviews',
  'en/payments',
  'en/money-matters',
  'en/meetings',
  'en/markets',
  'en/portal',
  'en/life',
  'en/orders',
  'en/complaints',
  'en/compliments',
  'en/small-talk',
  'en/planning',
  'en/everyday',
  'en/family',
  'en/team',
  'en/group-work',
  'incidents/market-abuse',
  'incidents/inside-information',
  'incidents/guarantees',
  'incidents/off-channel',
  'incidents/gifts',
  'incidents/personal-data',
  'incidents/order-handling',
  'incidents/payments-and-coins',
  'incidents/staff-conduct',
  'incidents/mixed',
  'zh/daily',
  'zh/incidents',
  'es/daily',
  'es/incidents',
  'fr/daily',
  'fr/incidents',
  'de/daily',
  'de/incidents',
  'pt/daily',
  'pt/incidents',
  'ja/daily',
  'ar/daily',
  'mail/clients',
  'mail/house',
  'mail/incidents',
  'mail/spanish',
  'mail/french',
  'mail/german',
  'mail/chinese',
  'mail/portuguese',
]

/** Reads all files. @throws Error if one is not in the format of `scene.ts` */
export function readScenes(): Scene[] {
  return files.flatMap((file) => parseScript(readFileSync(new URL(`${file}.txt`, import.meta.url), 'utf8')))
}
