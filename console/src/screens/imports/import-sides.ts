import {
  importContacts,
  importMessengerUsers,
  type ImportKindName,
  importPlatformUsers,
} from '@verbatim/contract/imports.ts'

/** What is said of each kind of import, and where its file goes. */
export const importWords: Readonly<
  Record<
    ImportKindName,
    { noun: string; one: string; list: string; upload: typeof importPlatformUsers; sendsMail: boolean }
  >
> = {
  'platform-users': {
    noun: 'platform users',
    one: 'platform user',
    list: '/organization/platform-users',
    upload: importPlatformUsers,
    sendsMail: true,
  },
  'messenger-users': {
    noun: 'messenger users',
    one: 'messenger user',
    list: '/messenger-settings/messenger-users',
    // The same call at another address.
    upload: importMessengerUsers as unknown as typeof importPlatformUsers,
    sendsMail: true,
  },
  contacts: {
    noun: 'contacts',
    one: 'contact',
    list: '/organization/contacts',
    upload: importContacts as unknown as typeof importPlatformUsers,
    sendsMail: false,
  },
}
