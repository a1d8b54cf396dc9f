import { type Contact, contactList, type ShareLevel } from '@verbatim/contract/contacts.ts'
import type { Entity } from '#lists/entities.ts'

/** The addresses of the contact list, and of an open contact over it. */
export const contactPlace = { list: contactList, path: '/organization/contacts' }

/** The form's values of a contact. */
export interface ContactValues {
  readonly name: string
  readonly phoneNumbers: readonly string[]
  readonly emails: readonly string[]
  readonly shareLevel: ShareLevel
  readonly owner: Entity | undefined
  readonly groups: readonly Entity[]
}

export const toValues = ({ name, addresses, shareLevel, owner, groups }: Contact): ContactValues => ({
  name,
  phoneNumbers: addresses.filter(({ kind }) => kind === 'phone').map(({ value }) => value),
  emails: addresses.filter(({ kind }) => kind === 'email').map(({ value }) => value),
  shareLevel,
  owner,
  groups,
})

export const toCall = ({ owner, groups, ...values }: ContactValues) => ({
  ...values,
  // Blank takes the owner away; what is absent stays.
  ...(owner ? { ownerId: owner.id } : { ownerEmail: '' }),
  groupIds: groups.map(({ id }) => id),
})

/**
 * Whether the owner of an existing contact may be changed. The owner of a personal contact decides who may see it, as its
 * share level does; the owner of a global one is only shown.
 */
export const mayMoveOwner = (shareLevel: ShareLevel, mayChangeShareLevel: boolean) =>
  shareLevel === 'global' || mayChangeShareLevel
