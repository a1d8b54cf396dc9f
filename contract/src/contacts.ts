/** People outside the organization: senders and recipients, shared by all or kept by one user. */
import { z } from 'zod'
import { changeSchemaOf } from './change-schema.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion } from './expected-version.ts'
import { ContactId, GroupId, UserId } from './ids.ts'
import { listQuery, page, listSpec } from './list.ts'
import { Named } from './named.ts'
import { emptyText, requiredText, text } from './text.ts'
import { phoneText, UserEmail, userLimits } from './user-fields.ts'
import { setOf } from './set-of.ts'

/** A global contact belongs to the organization; a personal one belongs to one user. Source: docs/rules/contacts.md. */
export const shareLevels = ['global', 'personal'] as const

/** An archived contact is no longer recognized; captured messages keep its name. */
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

export const ShareLevel = z.enum(shareLevels)
export type ShareLevel = z.infer<typeof ShareLevel>
export const shareLevelNames: Record<ShareLevel, string> = { global: 'Global', personal: 'Personal' }

type ContactStatus = (typeof contactStatuses)[number]
export const contactStatusNames: Record<ContactStatus, string> = { active: 'Active', archived: 'Archived' }

export const contactLimits = {
  name: 200,
  addresses: 20,
  groups: 100,
  /** For an uploaded picture, in bytes. */
  avatar: 5 * 1024 * 1024,
} as const

const addressKinds = ['phone', 'email', 'other'] as const
/** An address of a contact. `other` is a channel's own ID, which only capture learns. */
export const ContactAddress = z.object({ kind: z.enum(addressKinds), value: z.string() })
export type ContactAddress = z.infer<typeof ContactAddress>

export const Contact = z.object({
  id: ContactId,
  name: z.string(),
  shareLevel: ShareLevel,
  owner: Named(UserId).optional(),
  /** Blank for a global contact. */
  ownerEmail: z.string(),
  /** The first of its numbers, or blank. */
  phone: z.string(),
  addresses: z.array(ContactAddress),
  groups: z.array(Named(GroupId)),
  /** Identifies the picture; another picture has another value. */
  avatar: z.string().optional(),
  status: z.enum(contactStatuses),
  /** The contact that it was merged into. */
  mergedInto: Named(ContactId).optional(),
  /** Increases with every change; a change names the version that it is based on. */
  version: z.int(),
  createdAt: z.iso.datetime(),
  changedAt: z.iso.datetime(),
})
export type Contact = z.infer<typeof Contact>

const Phone = z
  .string()
  .trim()
  .max(userLimits.phone, phoneText)
  .refine((value) => /\d.*\d/u.test(value), { message: phoneText })

/** The fields of a contact; the server reads numbers as numbers of the organization's country. */
const Said = z.strictObject({
  name: text({ max: contactLimits.name, min: 1 }),
  /** One number in addition to `phoneNumbers`. Blank means none. Of a change without `phoneNumbers`, what its first number becomes. */
  phone: z.union([z.literal(''), Phone]).optional(),
  phoneNumbers: setOf(Phone).max(contactLimits.addresses).default([]),
  emails: setOf(UserEmail).max(contactLimits.addresses).default([]),
  shareLevel: ShareLevel.default('global'),
  /** Blank is allowed for a global contact. Source: docs/rules/contacts.md. */
  ownerId: UserId.optional(),
  /** Alternatively, the owner's email. */
  ownerEmail: z.union([z.literal(''), UserEmail]).optional(),
  groupIds: setOf(GroupId).min(1, 'Please select at least one Group').max(contactLimits.groups),
})
const Asked = changeSchemaOf(Said)
type Shape = z.infer<typeof Said>
type Owning = Pick<z.infer<typeof Asked>, 'shareLevel' | 'ownerId' | 'ownerEmail'>

const isOwned = ({ shareLevel, ownerId, ownerEmail }: Owning) =>
  shareLevel !== 'personal' || ownerId !== undefined || Boolean(ownerEmail)
const ownerMissing = { path: ['ownerId'], message: requiredText('Owner') }
const hasOneOwner = ({ ownerId, ownerEmail }: Owning) => ownerId === undefined || !ownerEmail
const ownerTwice = { path: ['ownerEmail'], message: 'Give the owner’s ID or email, not both.' }
const isAddressed = ({ phoneNumbers, emails }: Pick<Shape, 'phoneNumbers' | 'emails'>) =>
  phoneNumbers.length + emails.length > 0
const addressMissing = { path: ['phoneNumbers'], message: emptyText }

/** The one number of `phone` is the first of `phoneNumbers`. */
function withPhone<S extends Shape>({ phone, ...said }: S): Omit<S, 'phone'> {
  return { ...said, phoneNumbers: [...new Set([...(phone ? [phone] : []), ...said.phoneNumbers])] }
}

export const ContactDraft = Said.refine(isOwned, ownerMissing)
  .refine(hasOneOwner, ownerTwice)
  .transform(withPhone)
  .refine(isAddressed, addressMissing)
export type ContactDraft = z.infer<typeof ContactDraft>

/** An absent field stays as it is, and so does the owner if the share level stays. */
export const ContactEdit = Asked.refine(hasOneOwner, ownerTwice)
export type ContactEdit = z.infer<typeof ContactEdit>

export const ContactChange = Asked.extend({
  ...expectedVersion,
  /** The consequences that the user confirmed: the change is refused if they differ now. Without it, it has those that there are. */
  confirmed: z
    .strictObject({
      /** `mergeInto` and `merged` of the effect. */
      mergeIds: setOf(ContactId).max(100_000),
      conversations: z.int(),
    })
    .optional(),
}).refine(hasOneOwner, ownerTwice)
export type ContactChange = z.infer<typeof ContactChange>

/** What a contact must have after a change. */
export const ChangedContact = z
  .object({ shareLevel: ShareLevel, ownerId: UserId.optional(), addresses: z.array(z.string()) })
  .refine(isOwned, ownerMissing)
  .refine(({ addresses }) => addresses.length > 0, addressMissing)

/** Why a contact is refused, new or changed. */
export const contactRefusals = [
  'contact.address-of-user',
  'contact.bad-phone',
  'contact.beyond-scope',
  'contact.duplicate-global',
  'contact.duplicate-personal',
  'contact.unknown-group',
  'contact.unknown-owner',
  'messenger.own-reach',
] as const

const path = '/messenger/api/v1/contacts'
const params = z.object({ id: ContactId })

/** Archived contacts are listed only if `status` asks for them. */
export const listContacts = endpoint({
  method: 'GET',
  path,
  query: listQuery(contactList),
  viewed: { as: 'contacts', spec: contactList },
  response: page(Contact),
  access: 'contacts.view',
})

export const getContact = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  params,
  response: Contact,
  access: 'contacts.view',
  failures: ['contact.not-found'],
})

export const createContact = endpoint({
  method: 'POST',
  path,
  body: ContactDraft,
  response: Contact,
  access: 'contacts.manage',
  failures: contactRefusals,
})

/** The bytes of a picture, as `application/octet-stream`. We store a picture rendered from it. */
export const setContactAvatar = endpoint({
  method: 'PUT',
  path: `${path}/:id/avatar`,
  params,
  body: z.any(),
  response: Contact,
  access: 'contacts.manage',
  failures: ['contact.archived', 'contact.bad-avatar', 'contact.beyond-scope', 'contact.not-found'],
})

export const removeContactAvatar = endpoint({
  method: 'DELETE',
  path: `${path}/:id/avatar`,
  params,
  response: Contact,
  access: 'contacts.manage',
  failures: ['contact.archived', 'contact.beyond-scope', 'contact.not-found'],
})

export const getContactAvatar = endpoint({
  method: 'GET',
  path: `${path}/:id/avatar`,
  params,
  response: z.any(),
  access: 'contacts.view',
  failures: ['contact.no-avatar', 'contact.not-found'],
  file: true,
})
