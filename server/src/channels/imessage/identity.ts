import type { Identity } from '#kernel/captured-event.ts'
import { mailIdentity } from '#kernel/mail-address.ts'
import { phoneIdentity } from '#kernel/phone.ts'

/** The person behind an address: a number or a mail address. Apple's own account names put `E:` or `P:` before it. */
export function identify(address: string): Identity {
  const bare = address.replace(/^(?:\s*(?:tel|mailto|[ep]):)+/i, '').trim()
  return bare.includes('@') ? mailIdentity(bare) : phoneIdentity(bare)
}

/** The owner of the account, whom the agent never names. */
export const self: Identity = { kind: 'self', value: 'self' }
