import type { Absence, UnreadableReason } from './attachments.ts'

/** Why a provider will never deliver a file, by the reason that a connector gives; or what is wrong with one that it delivered. */
type GapReason =
  | 'gone'
  | 'hash-differs'
  | 'host-refused'
  | 'not-delivered'
  | 'not-found'
  | 'too-large'
  | 'too-many-redirects'

const texts: Record<Absence | GapReason | UnreadableReason, string> = {
  away: 'the file store can’t be reached',
  changed: 'different from what was kept',
  damaged: 'damaged',
  encrypted: 'protected by a password',
  gone: 'no longer at the provider',
  'hash-differs': 'its hash is not the one that the provider gave',
  'host-refused': 'its address is not the provider’s',
  limits: 'too long or too complex',
  missing: 'missing from the file store',
  'no-text': 'no text, such as a scan',
  'not-delivered': 'not delivered by the provider',
  'not-found': 'not found at the provider',
  'too-large': 'too large',
  'too-many-redirects': 'redirected too often',
}

const isKnown = (reason: string): reason is keyof typeof texts => Object.hasOwn(texts, reason)

/** Why the content of a file was not captured or not read, in a few words; those of another release are shown as they are. */
export const lackText = (reason: string) => (isKnown(reason) ? texts[reason] : reason.replaceAll('-', ' '))
