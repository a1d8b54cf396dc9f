import { contactList } from '@verbatim/contract/contacts.ts'
import {
  importContacts,
  importMessengerUsers,
  importNeeds,
  type ImportKindName,
  importPlatformUsers,
  importList,
} from '@verbatim/contract/imports.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { messengerUserList, platformUserList } from '@verbatim/contract/users.ts'
import { useViewer } from '#shell/use-app-context.ts'

interface ImportWords extends ListPlace {
  readonly noun: string
  readonly one: string
  readonly upload: typeof importPlatformUsers
  readonly sendsMail: boolean
}

/** The list below an import. */
export interface ListPlace {
  readonly list: string
  readonly spec: ListSpec
}

/** The texts of each kind of import, and the address for its file. */
export const importWords: Readonly<Record<ImportKindName, ImportWords>> = {
  'platform-users': {
    noun: 'platform users',
    one: 'platform user',
    list: '/organization/platform-users',
    spec: platformUserList,
    upload: importPlatformUsers,
    sendsMail: true,
  },
  'messenger-users': {
    noun: 'messenger users',
    one: 'messenger user',
    list: '/messenger-settings/messenger-users',
    spec: messengerUserList,
    // The same call with another address.
    upload: importMessengerUsers as unknown as typeof importPlatformUsers,
    sendsMail: true,
  },
  contacts: {
    noun: 'contacts',
    one: 'contact',
    list: '/organization/contacts',
    spec: contactList,
    upload: importContacts as unknown as typeof importPlatformUsers,
    sendsMail: false,
  },
}

/** The permission that the reader lacks to import that kind; undefined if they have it. */
export function useMissing(kind: ImportKindName): Permission | undefined {
  const { permissions } = useViewer()
  return importNeeds[kind].find((name) => !permissions.has(name))
}

/** The name of each kind of import in a common list. */
export const kindNames: Readonly<Record<ImportKindName, string>> = {
  'platform-users': 'Platform users',
  'messenger-users': 'Messenger users',
  contacts: 'Contacts',
}

/** The address of the list of imports. */
export const allImports: ListPlace = { list: '/organization/imports', spec: importList }
