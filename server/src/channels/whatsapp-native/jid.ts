import type { ChannelAccount } from '#channels/connector.ts'
import type { Identity } from '#kernel/captured-event.ts'
import { phoneIdentity } from '#kernel/phone.ts'
import { type Fields, textOf } from './fields.ts'

/** An address of WhatsApp, `user@server`, without the device that it may name. */
export interface Jid {
  readonly user: string
  readonly server: string
}

const servers: Readonly<Record<string, string>> = {
  'c.us': 's.whatsapp.net',
  hosted: 's.whatsapp.net',
  'hosted.lid': 'lid',
}

/** `user_agent:device@server`, of which agent and device name a device of the person. */
export function readJid(value: unknown): Jid | undefined {
  const [, user, server] = /^([^@:_]+)(?:_\d+)?(?::\d+)?@([\w.]+)$/.exec(textOf(value) ?? '') ?? []
  return user && server ? { user, server: servers[server] ?? server } : undefined
}

export const writeJid = ({ user, server }: Jid) => `${user}@${server}`

const isPhone = ({ user, server }: Jid) => server === 's.whatsapp.net' && /^\d+$/.test(user)
const isHidden = ({ server }: Jid) => server === 'lid'
export const isGroup = ({ server }: Jid) => server === 'g.us'

/** Chats that are no conversations of the account: what people publish for everyone. */
export function isPublished(value: unknown): boolean {
  const jid = readJid(value)
  return jid !== undefined && (jid.server === 'newsletter' || writeJid(jid) === 'status@broadcast')
}

/** Someone in a chat. */
export interface Person {
  /** In keys of messages: `self`, `p:<digits>`, or `l:<id>` while the number is unknown. */
  readonly key: string
  /** The same without `self`: the owner may write to themself. */
  readonly place: string
  /** Another `place` by which the person is known. */
  readonly alias?: string
  readonly identity: Identity
}

export const self: Identity = { kind: 'self', value: 'self' }
/** The owner of the account. */
export const owner: Person = { key: 'self', place: 'self', identity: self }

/** The person behind a number as it was entered. */
export const identify = (address: string): Identity =>
  toE164(phoneIdentity(address.replace(/^(?:\s*(?:whatsapp|tel):)+/i, '').trim()))

/** WhatsApp knows some numbers in a form that no one dials any more. Source: its own help pages about Mexico and Brazil. */
function toE164(identity: Identity): Identity {
  if (identity.kind !== 'phone') return identity
  const value = identity.value
    .replace(/^\+521(\d{10})$/, '+52$1')
    .replace(/^(\+55\d{2})([6-9]\d{7})$/, (_, area: string, rest: string) => `${area}9${rest}`)
  return { kind: 'phone', value }
}

/** The digits of the account's number, as an address of WhatsApp has them. */
export const digitsOf = ({ address }: Pick<ChannelAccount, 'address'>) => address.value.replace(/\D/g, '')

export function isOwnNumber(account: Pick<ChannelAccount, 'address'>, jid: Jid | undefined): boolean {
  return (
    jid !== undefined &&
    isPhone(jid) &&
    identify(`+${jid.user}`).value === identify(account.address.value).value
  )
}

/** Finds the person behind an address, given other addresses of theirs. */
export type FindPerson = (...addresses: unknown[]) => Person | undefined

/** @param phones Numbers by the privacy ids that WhatsApp gives people, as far as they were known. */
export function peopleOf(account: Pick<ChannelAccount, 'address'>, phones: Fields): FindPerson {
  return (...addresses) => {
    const jids = addresses.map(readJid).filter((jid) => jid !== undefined)
    const hidden = jids.find(isHidden)
    const known = hidden && Object.hasOwn(phones, hidden.user) ? textOf(phones[hidden.user]) : undefined
    const phone = jids.find(isPhone) ?? (known ? readJid(`${known}@s.whatsapp.net`) : undefined)
    if (phone) {
      const isSelf = isOwnNumber(account, phone)
      const place = `p:${phone.user}`
      return {
        key: isSelf ? 'self' : place,
        place,
        ...(hidden && { alias: `l:${hidden.user}` }),
        identity: isSelf ? self : identify(`+${phone.user}`),
      }
    }
    const [jid] = hidden ? [hidden] : jids
    if (!jid) return undefined
    const place = isHidden(jid) ? `l:${jid.user}` : `x:${writeJid(jid)}`
    return { key: place, place, identity: { kind: 'walid', value: writeJid(jid) } }
  }
}
