import type { Identity } from '#kernel/captured-event.ts'
import { phoneIdentity } from '#kernel/phone.ts'
import { RecentMap } from '#platform/recent-map.ts'

/** The person behind an address from Twilio, in the normal form that identifies people. */
export type Identify = (address: string) => Identity

/** Twilio puts a scheme before a number, and hides some WhatsApp users behind an id. */
export const identify: Identify = (address) => {
  const bare = stripScheme(address)
  return bare.startsWith('ID.') ? { kind: 'walid', value: bare } : phoneIdentity(bare)
}

/** A day has the same few thousand numbers, and parsing one costs as much as storing a message. */
const leastRemembered = 10_000

/** The same as `identify`, with a cache of recent answers. */
export function openIdentify(): Identify {
  const recent = new RecentMap<string, Identity>(leastRemembered)
  return (address) => {
    const known = recent.get(address)
    if (known) return known
    const identity = identify(address)
    recent.set(address, identity)
    return identity
  }
}

/** The address without its scheme: `whatsapp:+351912000111` → `+351912000111`. */
export function stripScheme(address: string): string {
  return address.replace(/^(?:\s*(?:whatsapp|sms|rcs|tel):)+/i, '').trim()
}
