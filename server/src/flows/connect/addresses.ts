/** How people write the address of an account becomes the one under which it is found. */
import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { AccountEntry } from '@verbatim/contract/account-fields.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import { findConnector } from '#channels/registry.ts'
import { Failure } from '#kernel/failure.ts'
import { checkPhone } from '#kernel/phone.ts'

export interface AddressContext {
  readonly config: { readonly SMTP_INTAKE_HOST?: string | undefined }
}

interface AddressOf {
  readonly channel: ConnectableChannel
  readonly kind: AccountEntry['address']
  /** Of the organization: a number without a plus sign is one of it. */
  readonly country: string
}

/** The canonical form of a number or address. @throws Failure `account.bad-phone`, `account.bad-address` */
export function readAddress({ channel, kind, country }: AddressOf, written: string): string {
  if (kind === 'id') return readId(channel, written)
  const isMail = kind === 'phone-or-email' && written.includes('@')
  const phone = isMail ? undefined : checkPhone(written, country)
  if (phone && !phone.possible)
    throw new Failure(kind === 'phone' ? 'account.bad-phone' : 'account.bad-address')
  const identity = findConnector(channel)?.identityOf(phone?.e164 ?? written)
  if (!identity || !['phone', 'email', 'shortcode'].includes(identity.kind))
    throw new Failure('account.bad-address')
  return identity.value
}

/** The provider's own name for an account, in its canonical form. */
function readId(channel: ConnectableChannel, written: string): string {
  const identity = findConnector(channel)?.identityOf(written)
  if (!identity || identity.kind === 'unknown') throw new Failure('account.bad-address')
  return identity.value
}

/** A unique address that cannot be guessed. */
export const madeAddress = ({ config }: AddressContext) =>
  `journal-${made()}@${config.SMTP_INTAKE_HOST ?? hostname().toLowerCase()}`

/** The address of a person's account until its owner has linked it. */
export const unlinkedAddress = () => `unlinked-${made()}`

const made = () => randomBytes(10).toString('hex')
