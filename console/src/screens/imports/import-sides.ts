import { accountForms, entryOf } from '@verbatim/contract/account-fields.ts'
import { forAccountKinds } from '@verbatim/contract/account-imports.ts'
import { channelNames, type ConnectableChannel, linkedChannels } from '@verbatim/contract/channels.ts'
import { contactList } from '@verbatim/contract/contacts.ts'
import {
  type Import,
  importAccounts,
  importContacts,
  importMessengerUsers,
  importNeeds,
  type ImportKindName,
  importPlatformUsers,
  importList,
} from '@verbatim/contract/imports.ts'
import { integrationList } from '@verbatim/contract/integration-accounts.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { messengerUserList, platformUserList } from '@verbatim/contract/users.ts'
import { useViewer } from '#shell/use-app-context.ts'

interface ImportWords extends ListPlace {
  readonly noun: string
  readonly one: string
  readonly upload: typeof importPlatformUsers
  /** The parts of the path of `upload`. */
  readonly params?: Readonly<Record<string, string>>
  /** What can be mailed to the people whom the rows are about; absent if nothing is. */
  readonly mails?: string
  /** What a row of the file is. */
  readonly row: string
  /** Whether rows about existing ones can change them. */
  readonly updates: boolean
  /** What one must know before. */
  readonly steps?: readonly string[]
  /** What an undo leaves as it is. */
  readonly kept: string
}

/** The list below an import. */
export interface ListPlace {
  readonly list: string
  readonly spec: ListSpec
}

const ofPeople = {
  row: 'Each row is one person.',
  updates: true,
}
const ofUsers = {
  ...ofPeople,
  mails: 'Send invitations to new users',
  kept: 'Users who were changed or signed in after the import stay as they are, and so do added users who now have accounts, contacts or messages.',
}

/** The texts of each kind of import, and the address for its file. */
export const importWords: Readonly<Record<ImportKindName, ImportWords>> = {
  'platform-users': {
    noun: 'platform users',
    one: 'platform user',
    list: '/organization/platform-users',
    spec: platformUserList,
    upload: importPlatformUsers,
    ...ofUsers,
  },
  'messenger-users': {
    noun: 'messenger users',
    one: 'messenger user',
    list: '/messenger-settings/messenger-users',
    spec: messengerUserList,
    // The same call with another address.
    upload: importMessengerUsers as unknown as typeof importPlatformUsers,
    ...ofUsers,
  },
  contacts: {
    noun: 'contacts',
    one: 'contact',
    list: '/organization/contacts',
    spec: contactList,
    upload: importContacts as unknown as typeof importPlatformUsers,
    ...ofPeople,
    row: 'Each row is one person, with a name or with a first and a last name.',
    kept: 'Contacts that were changed after the import stay as they are, and so do added contacts that now have messages.',
  },
  ...forAccountKinds((channel) => ({
    noun: `${channelNames[channel]} accounts`,
    one: `${channelNames[channel]} account`,
    list: `/integrations/${channel}`,
    spec: integrationList,
    upload: importAccounts as unknown as typeof importPlatformUsers,
    params: { type: channel },
    ...(linkedChannels.includes(channel) && { mails: 'Send owners the links to their accounts' }),
    row: 'Each row is one account.',
    updates: false,
    steps: stepsOf(channel),
    kept: 'Accounts that were changed or connected since will stay as they are.',
  })),
}

/** What to know first, and what to do. */
function stepsOf(channel: ConnectableChannel): readonly string[] {
  const { before = [], steps } = entryOf(channel, accountForms[channel].source)
  return [...before, ...steps]
}

/** The permission that the reader lacks to import that kind; undefined if they have it. */
export function useMissing(kind: ImportKindName): Permission | undefined {
  const { permissions } = useViewer()
  return importNeeds[kind].find((name) => !permissions.has(name))
}

/** Whether the reader may map the columns now: only someone who may import, and sees what is in them. */
export function useIsMappable({ kind, state, areRowsHidden }: Import): boolean {
  const missing = useMissing(kind)
  return missing === undefined && !areRowsHidden && (state === 'draft' || state === 'checked')
}

/** The name of each kind of import in a common list. */
export const kindNames: Readonly<Record<ImportKindName, string>> = {
  'platform-users': 'Platform users',
  'messenger-users': 'Messenger users',
  contacts: 'Contacts',
  ...forAccountKinds((channel) => `${channelNames[channel]} accounts`),
}

/** The address of the list of imports. */
export const allImports: ListPlace = { list: '/organization/imports', spec: importList }
