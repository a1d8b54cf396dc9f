/** Changes of a contact with consequences: their preview, their history, and undoing them. */
import { z } from 'zod'
import {
  Contact,
  ContactAddress,
  ContactChange,
  ContactEdit,
  contactRefusals,
  ShareLevel,
} from './contacts.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersionInQuery } from './expected-version.ts'
import { ContactChangeId, ContactId, ContactMergeId, UserId } from './ids.ts'
import { Named } from './named.ts'

/** A change with consequences can be undone for this long. Source: docs/rules/limits.md. */
export const changeUndoHours = 24

/** The consequences of a change besides the contact itself. Source: docs/rules/contacts.md. */
export const ContactEffect = z.object({
  /** Open conversations that it closes, the first few by their latest message. */
  conversations: z.int(),
  sample: z.array(z.object({ with: z.string(), lastAt: z.iso.datetime() })),
  /** The global contact that already has the number; this one is merged into it. */
  mergeInto: Named(ContactId).optional(),
  /** Personal contacts with the same number, which are merged into this one. */
  merged: z.array(z.object({ id: ContactId, name: z.string(), owner: Named(UserId).optional() })),
  /** The owner of these conversations or contacts. */
  owners: z.array(Named(UserId)),
})
export type ContactEffect = z.infer<typeof ContactEffect>

export const hasConsequences = ({ conversations, mergeInto, merged }: ContactEffect) =>
  conversations > 0 || mergeInto !== undefined || merged.length > 0

/** One contact that was merged into another. */
export const ContactMerge = z.object({
  id: ContactMergeId,
  from: Named(ContactId),
  into: Named(ContactId),
})
export type ContactMerge = z.infer<typeof ContactMerge>

/** A change of a contact that had consequences. It is undone as one. */
export const KeptChange = z.object({
  id: ContactChangeId,
  /** The contact that was changed. If the reader does not see it: the one whose history this is. */
  contact: Named(ContactId),
  at: z.iso.datetime(),
  by: z.string(),
  /** Share levels, and added and removed numbers and addresses. */
  shareLevels: z.object({ old: ShareLevel, new: ShareLevel }).optional(),
  added: z.array(z.string()),
  removed: z.array(z.string()),
  merges: z.array(ContactMerge),
  /** How many further merges it caused, with contacts that the reader does not see. */
  hiddenMerges: z.int().optional(),
  /** Conversations that it closed. */
  closed: z.int(),
  /** Absent if it is too late, was undone, or concerns contacts that the reader does not see. */
  undoUntil: z.iso.datetime().optional(),
  undoneAt: z.iso.datetime().optional(),
})
export type KeptChange = z.infer<typeof KeptChange>

/** The contact after the change: if it was merged, the one it was merged into. */
export const ContactAfter = Contact.extend({
  /** Present if the change had consequences. */
  change: KeptChange.optional(),
})
export type ContactAfter = z.infer<typeof ContactAfter>

/** The addresses of a contact, with their times. */
export const ContactHistory = z.object({
  identities: z.array(
    ContactAddress.extend({
      since: z.iso.datetime(),
      until: z.iso.datetime().optional(),
      /** The contact that had it before a merge. */
      cameFrom: Named(ContactId).optional(),
    }),
  ),
  /** Those with consequences, newest first. */
  changes: z.array(KeptChange),
})
export type ContactHistory = z.infer<typeof ContactHistory>

const path = '/messenger/api/v1/contacts'
const params = z.object({ id: ContactId })

/** Why a change or a removal is refused. */
const changeRefusals = [
  'contact.archived',
  'contact.changed',
  'contact.effect-changed',
  'contact.not-found',
] as const

export const getContactHistory = endpoint({
  method: 'GET',
  path: `${path}/:id/history`,
  params,
  response: ContactHistory,
  access: 'contacts.view',
  failures: ['contact.not-found'],
})

/** Shows what a change would do, without doing it. */
export const getContactEffect = endpoint({
  method: 'POST',
  path: `${path}/:id/effect`,
  params,
  body: ContactEdit,
  response: ContactEffect,
  access: 'contacts.manage',
  failures: [...contactRefusals, 'contact.not-found'],
})

/** Changing the share level or owner of a personal contact also needs `contacts.change_share_level`. */
export const updateContact = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  params,
  body: ContactChange,
  response: ContactAfter,
  access: 'contacts.manage',
  failures: [...contactRefusals, ...changeRefusals],
})

/** The contact is archived: no longer recognized, but still named in captured messages. */
export const deleteContact = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  params,
  query: z.strictObject(expectedVersionInQuery),
  response: z.object({ id: ContactId }),
  access: 'contacts.manage',
  failures: ['contact.beyond-scope', 'messenger.own-reach', ...changeRefusals],
})

/** Undoes a change with all its consequences; names and groups do not change. */
export const undoContactChange = endpoint({
  method: 'POST',
  path: `${path}/:id/changes/:changeId/undo`,
  params: params.extend({ changeId: ContactChangeId }),
  response: Contact,
  access: 'contacts.manage',
  failures: [
    'contact.beyond-scope',
    'contact.changed',
    'contact.not-found',
    'contact.undo-changed',
    'contact.undo-over',
    'contact.undo-owner',
    'contact.undo-taken',
    'messenger.own-reach',
  ],
})
