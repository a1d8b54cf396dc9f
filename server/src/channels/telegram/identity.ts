import type { Identity } from '#kernel/captured-event.ts'

/** Letters, digits and underscores, as in `@acme_bot` or `https://t.me/acme_bot`; case does not matter. */
const named = /^(?:(?:https?:\/\/)?t\.me\/|@)?([a-z]\w{3,31})$/i

/** Users have positive numbers of up to 52 bits, and groups and channels negative ones. */
const numbered = /^-?[1-9]\d{0,15}$/

/** A person, group or channel by its number, which never changes, or a bot by its name. */
export function identify(address: string): Identity {
  const written = address.trim()
  if (numbered.test(written)) return { kind: 'telegram', value: written }
  const name = named.exec(written)?.[1]
  return name
    ? { kind: 'username', value: `@${name.toLowerCase()}` }
    : { kind: 'unknown', value: written.slice(0, 100).toWellFormed() }
}
