import { accountColumns, forAccountKinds } from './account-imports.ts'
import type { ImportKindName } from './imports.ts'

/** The headings of a file that needs no mapping: the labels of the columns, required ones first. */
export const importTemplates: Readonly<Record<ImportKindName, readonly string[]>> = {
  'platform-users': ['Email', 'First name', 'Last name', 'Role', 'Permission profiles', 'Phone number'],
  'messenger-users': ['Email', 'First name', 'Last name', 'Role', 'Groups', 'Phone number'],
  contacts: [
    'Name',
    'Groups',
    'First name',
    'Last name',
    'Phone number',
    'Email',
    'Share level',
    'Owner email',
  ],
  ...forAccountKinds((channel) =>
    Object.values(accountColumns(channel)).filter((heading) => heading !== undefined),
  ),
}
