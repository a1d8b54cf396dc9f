import type { Identity } from '#kernel/captured-event.ts'

/**
 * The person behind a mail address, completely in lower case, because no provider still distinguishes `Ann@` from `ann@`, and two
 * spellings must be one person. Tags after a plus sign are kept, because they may be other people.
 */
export function mailIdentity(address: string): Identity {
  const bare = address.trim().replace(/^<|>$/g, '').trim()
  if (!/^[^@\s]+@[^@\s]+$/.test(bare)) return { kind: 'unknown', value: bare.toLowerCase() }
  return { kind: 'email', value: bare.toLowerCase() }
}

/** The part of a mail address after its last `@`, lower-cased; empty if there is none. */
export function mailDomain(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0
    ? ''
    : address
        .slice(at + 1)
        .trim()
        .replace(/>$/, '')
        .toLowerCase()
}
