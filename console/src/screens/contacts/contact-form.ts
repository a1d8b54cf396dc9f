import { type Contact, ContactDraft, type ShareLevel } from '@verbatim/contract/contacts.ts'
import { useState } from 'react'
import { rebase } from '#editor/rebase.ts'

/** Something that is chosen by its name. */
export interface Choice {
  readonly id: string
  readonly name: string
}

export interface ContactValues {
  readonly name: string
  readonly phoneNumbers: readonly string[]
  readonly emails: readonly string[]
  readonly shareLevel: ShareLevel
  readonly owner: Choice | undefined
  readonly groups: readonly Choice[]
}
export type ContactErrors = Partial<
  Record<'name' | 'phoneNumbers' | 'emails' | 'ownerId' | 'groupIds', string>
>

const noContact: ContactValues = {
  name: '',
  phoneNumbers: [],
  emails: [],
  shareLevel: 'global',
  owner: undefined,
  groups: [],
}

export const valuesOf = ({ name, addresses, shareLevel, owner, groups }: Contact): ContactValues => ({
  name,
  phoneNumbers: addresses.filter(({ kind }) => kind === 'phone').map(({ value }) => value),
  emails: addresses.filter(({ kind }) => kind === 'email').map(({ value }) => value),
  shareLevel,
  owner,
  groups,
})

const toCall = ({ owner, groups, ...values }: ContactValues) => ({
  ...values,
  ...(owner && { ownerId: owner.id }),
  groupIds: groups.map(({ id }) => id),
})

/**
 * Whether the owner of a contact that stands may be changed. That of a personal one decides who it belongs to, as its
 * share level does; of a global one it is only told.
 */
export const mayMoveOwner = (shareLevel: ShareLevel, mayChangeShareLevel: boolean) =>
  shareLevel === 'global' || mayChangeShareLevel

/** A contact being written, on top of `base`; nothing is saved here. */
export function useContactForm(base: Contact | undefined) {
  const begun = base ? valuesOf(base) : noContact
  const [values, setValues] = useState(begun)
  const [errors, setErrors] = useState<ContactErrors>({})
  return {
    values,
    errors,
    setErrors,
    isDirty: JSON.stringify(toCall(values)) !== JSON.stringify(toCall(begun)),
    set: (change: Partial<ContactValues>) => {
      setValues((known) => ({ ...known, ...change }))
      setErrors({})
    },
    /** Begins again from what stands. */
    reset: (contact: Contact) => {
      setValues(valuesOf(contact))
      setErrors({})
    },
    /** Puts what is written on top of what stands. */
    rebase: (contact: Contact) =>
      setValues((mine) => rebase({ before: begun, theirs: valuesOf(contact), mine })),
    /** The contact as the server takes it; undefined where something is wrong, which is then said. */
    checked: (): ContactDraft | undefined => {
      const { data, error } = ContactDraft.safeParse(toCall(values))
      setErrors(
        Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])),
      )
      return data
    },
  }
}
export type ContactForm = ReturnType<typeof useContactForm>
