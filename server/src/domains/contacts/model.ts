import type { ContactAddress } from '@verbatim/contract/contacts.ts'
import type { ContactId, GroupId, UserId } from '@verbatim/contract/ids.ts'
import { Failure } from '#kernel/failure.ts'
import { mailIdentity } from '#kernel/mail-address.ts'
import { checkPhone } from '#kernel/phone.ts'

/** The stored fields of a contact. */
export interface ContactFields {
  readonly name: string
  readonly shareLevel: 'global' | 'personal'
  readonly ownerId: UserId | undefined
  /** In the normal form that identifies people. */
  readonly addresses: readonly string[]
  readonly groupIds: readonly GroupId[]
}

/** An active contact, with the base of a change. */
export interface ContactState extends ContactFields {
  readonly id: ContactId
  readonly version: number
}

/** An ID that no user has; addresses in this scope belong to one user or one global contact. */
export const sharedScope = '00000000-0000-0000-0000-000000000000'

/** The scope within which a contact's addresses are unique. */
export const scopeOf = ({ shareLevel, ownerId }: Pick<ContactFields, 'shareLevel' | 'ownerId'>): string =>
  shareLevel === 'personal' && ownerId ? ownerId : sharedScope

/** The kind of a stored address. */
export function kindOf(value: string): ContactAddress['kind'] {
  if (/^\+\d+$/.test(value)) return 'phone'
  return /^[^@\s]+@[^@\s]+$/.test(value) ? 'email' : 'other'
}

/**
 * Numbers and mail addresses in the form that identifies people, each once. Numbers without a plus sign are read as numbers
 * of `country`.
 * @throws Failure `contact.bad-phone`
 */
export function readAddresses(
  { phoneNumbers, emails }: { readonly phoneNumbers: readonly string[]; readonly emails: readonly string[] },
  country: string,
): string[] {
  const phones = phoneNumbers.map((written) => {
    const { possible, e164 } = checkPhone(written, country)
    if (!possible || !e164) throw new Failure('contact.bad-phone', { field: 'phoneNumbers' })
    return e164
  })
  return [...new Set([...phones, ...emails.map((email) => mailIdentity(email).value)])]
}

/** A contact's text for search: the name, every address, and numbers also without a plus, as users type them. */
export const searchTextOf = (name: string, addresses: readonly string[]) =>
  [name, ...[...addresses].sort()].join(' ')
