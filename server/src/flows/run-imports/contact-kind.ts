/** Contacts from a file. */
import { contactLimits, shareLevelNames, shareLevels } from '@verbatim/contract/contacts.ts'
import { importNeeds } from '@verbatim/contract/imports.ts'
import { requiredText } from '@verbatim/contract/text.ts'
import { emailText, UserEmail } from '@verbatim/contract/user-fields.ts'
import { undoContacts } from './contact-undo.ts'
import { applyContacts } from './contact-rows.ts'
import type { ImportColumn, ImportKind, ReadRow } from './kind.ts'
import { namesIn } from './model.ts'
import { firstNameColumn, lastNameColumn } from './name-columns.ts'

/** A row of a file of contacts, as written; names of groups and owners are looked up per batch. */
export interface ContactValue {
  readonly name: string
  /** As written: read as a number of the organization's country. */
  readonly phoneNumber: string
  readonly email: string
  readonly shareLevel: 'global' | 'personal'
  readonly ownerEmail: string
  readonly groups: readonly string[]
}

const columns: readonly ImportColumn[] = [
  {
    field: 'name',
    label: 'Name',
    isRequired: true,
    madeOf: [firstNameColumn.field, lastNameColumn.field],
    aliases: ['contact', 'contact name', 'full name', 'display name'],
    help: 'If this is blank, First name and Last name are used.',
  },
  { ...firstNameColumn, isRequired: false },
  { ...lastNameColumn, isRequired: false },
  {
    field: 'phoneNumber',
    label: 'Phone number',
    isRequired: false,
    aliases: ['phone', 'mobile', 'telephone', 'mobile number', 'tel', 'number'],
    help: 'Matches existing contacts. A number without a plus sign is read as a number in your organization’s country.',
  },
  {
    field: 'email',
    label: 'Email',
    isRequired: false,
    aliases: ['e-mail', 'email address', 'mail', 'e-mail address'],
    help: 'Also matches existing contacts.',
  },
  {
    field: 'shareLevel',
    label: 'Share level',
    isRequired: false,
    aliases: ['share type', 'level', 'type', 'shared'],
    help: `${shareLevels.map((level) => shareLevelNames[level]).join(' or ')}; Global if blank.`,
  },
  {
    field: 'ownerEmail',
    label: 'Owner email',
    isRequired: false,
    aliases: ['owner', 'owner e-mail', 'owner mail', 'belongs to'],
    help: 'Required for personal contacts.',
  },
  {
    field: 'groups',
    label: 'Groups',
    isRequired: true,
    aliases: ['group', 'conversation groups', 'conversation group'],
    help: 'Names, separated by semicolons.',
  },
]

export const contactKind: ImportKind<ContactValue> = {
  permission: 'contacts.manage',
  needs: importNeeds.contacts,
  slices: ['contacts', 'groups', 'audit'],
  noun: 'contacts',
  columns,
  parseRow: readContact,
  applyBatch: applyContacts,
  undoBatch: undoContacts,
}

type Cells = Readonly<Record<string, string>>

function readContact(cells: Cells): ReadRow<ContactValue> | string {
  const { name = '', phoneNumber = '', email = '', ownerEmail = '', groups = '' } = cells
  const written = (cells['shareLevel'] ?? '').toLowerCase()
  const shareLevel = shareLevels.find((level) => level === (written || 'global'))
  if (!shareLevel) return `“${cells['shareLevel']}” is not a share level. Use Global or Personal.`
  if (shareLevel === 'personal' && ownerEmail === '') return requiredText('Owner')
  const problem = problemOf(cells)
  if (problem !== undefined) return problem
  const scope = shareLevel === 'personal' ? ownerEmail.toLowerCase() : ''
  const address = phoneNumber.replace(/[^\d+]/g, '') || email.toLowerCase()
  const value = { name, phoneNumber, email, shareLevel, ownerEmail, groups: namesIn(groups) }
  return { key: `${scope} ${address}`, value }
}

function problemOf({ name = '', phoneNumber = '', email = '', ownerEmail = '' }: Cells): string | undefined {
  if (name.length > contactLimits.name) return `Name is longer than ${contactLimits.name} characters.`
  if (phoneNumber === '' && email === '') return requiredText('Phone number or email')
  const isWrong = (address: string) => address !== '' && !UserEmail.safeParse(address).success
  return isWrong(email) || isWrong(ownerEmail) ? emailText : undefined
}
