/** Imports of accounts. A file has those of one channel, because what is entered for an account differs by channel. */
import { accountForms, entryOf } from './account-fields.ts'
import { accountAddressNames } from './accounts.ts'
import { type ImportableChannel, importableChannels } from './channels.ts'

type AccountImportKind = `accounts-${ImportableChannel}`

/** The kind of import of the accounts of a channel. */
export const accountImportKind = (channel: ImportableChannel): AccountImportKind => `accounts-${channel}`

export const accountImportKinds = importableChannels.map(accountImportKind)

/** A value for each kind of import of accounts, by its channel. */
export const forAccountKinds = <Value>(valueOf: (channel: ImportableChannel) => Value) =>
  Object.fromEntries(
    importableChannels.map((channel) => [accountImportKind(channel), valueOf(channel)]),
  ) as Record<AccountImportKind, Value>

/** The labels of what a file says of each account: its address if one is entered, and the source through which it receives. */
export function accountColumns(channel: ImportableChannel) {
  const { source } = accountForms[channel]
  return {
    name: 'Name',
    address: entryOf(channel, source).address === 'made' ? undefined : accountAddressNames[channel],
    source: source?.field,
    ownerEmail: 'Owner email',
  }
}
