import { listSpec } from './list.ts'

/** A global contact is everybody's; a personal one belongs to one user. Source: docs/rules/contacts.md. */
export const shareLevels = ['global', 'personal'] as const

/** An archived contact is no longer recognised; what was captured keeps its name. */
export const contactStatuses = ['active', 'archived'] as const

export const contactList = listSpec({
  fields: {
    name: { type: 'text', sort: true },
    shareType: { type: 'enum', values: shareLevels, sort: true },
    ownerId: { type: 'uuid' },
    groupId: { type: 'uuid' },
    status: { type: 'enum', values: contactStatuses },
    created: { type: 'date', sort: true },
    changed: { type: 'date', sort: true },
  },
  defaultSort: 'name',
  search: ['phoneNumberName', 'displayNameEmailPhoneNumber', 'name'],
})
