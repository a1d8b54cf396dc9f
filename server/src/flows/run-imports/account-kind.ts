/** Accounts of a channel from a file, without secrets: a file is kept as it is. */
import { accountForms, isSecretKind } from '@verbatim/contract/account-fields.ts'
import { accountColumns, accountImportKind } from '@verbatim/contract/account-imports.ts'
import { channelNames, type ImportableChannel, linkedChannels } from '@verbatim/contract/channels.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { importNeeds } from '@verbatim/contract/imports.ts'
import { integrationLimits } from '@verbatim/contract/integration-accounts.ts'
import { requiredText, text } from '@verbatim/contract/text.ts'
import { emailText, UserEmail } from '@verbatim/contract/user-fields.ts'
import { reachesChannel } from '#access/scope.ts'
import { sendFirstLinks } from '#flows/connect/account-links.ts'
import { requireProvider } from '#flows/connect/provider.ts'
import { applyAccounts } from './account-rows.ts'
import { undoAccounts } from './account-undo.ts'
import type { ImportColumn, ImportKind, ReadRow } from './kind.ts'

/** A row of a file of accounts, as written; owners and sources are looked up per batch. */
export interface AccountValue {
  readonly name: string
  /** Empty if the channel's accounts get one later. */
  readonly address: string
  /** The name or address of the account through which it receives. */
  readonly source: string
  readonly ownerEmail: string
}

export function accountKindOf(channel: ImportableChannel): ImportKind<AccountValue> {
  return {
    permission: 'integrations.manage',
    needs: importNeeds[accountImportKind(channel)],
    isWithin: (scope) => reachesChannel(scope, channel),
    requireReady: (tx) => requireProvider(tx, channel),
    slices: ['accounts', 'audit'],
    noun: `${channelNames[channel]} accounts`,
    columns: columnsOf(channel),
    secretColumns: [
      ...usualSecrets,
      ...accountForms[channel].fields.flatMap(({ name, label, kind }) =>
        isSecretKind(kind) ? [name, label] : [],
      ),
    ],
    parseRow: (cells) => readAccount(channel, cells),
    applyBatch: (tx, batch, now) => applyAccounts(tx, channel, batch, now),
    undoBatch: undoAccounts,
    sendMails: (tx, ctx, { actor, targetIds }) => sendFirstLinks(tx, ctx, actor, targetIds as AccountId[]),
    unsentText: (count) =>
      count === 1
        ? '1 owner did not get a link. Send it from the page of the account.'
        : `${count} owners did not get a link. Send them from the pages of the accounts.`,
  }
}

const usualSecrets = ['password', 'secret', 'token', 'api key', 'api secret', 'auth token', 'private key']

function columnsOf(channel: ImportableChannel): ImportColumn[] {
  const { name, address, source, ownerEmail } = accountColumns(channel)
  const named = (field: string, label: string | undefined, rest: Omit<ImportColumn, 'field' | 'label'>) =>
    label === undefined ? [] : [{ field, label, ...rest }]
  return [
    ...named('name', name, {
      isRequired: true,
      aliases: ['account', 'account name', 'display name', 'title'],
    }),
    ...named('address', address, {
      isRequired: true,
      aliases: [
        'address',
        'phone',
        'phone number',
        'mobile',
        'mobile number',
        'telephone',
        'tel',
        'msisdn',
        'user id',
        'userid',
        'employee',
        'employee id',
        'account id',
      ],
      help: helpOf(channel),
    }),
    ...named('source', source, {
      isRequired: false,
      aliases: ['source', 'through', 'receives through', 'source account'],
      help: 'Its name or address, as it is listed here.',
    }),
    ...named('ownerEmail', ownerEmail, {
      isRequired: false,
      aliases: ['owner', 'owner e-mail', 'owner mail', 'email', 'e-mail', 'belongs to', 'user email', 'user'],
      help: linkedChannels.includes(channel)
        ? 'The user who owns the account. They are emailed the link to connect it.'
        : 'The user whose account it is.',
    }),
  ]
}

const helpOf = (channel: ImportableChannel) =>
  accountForms[channel].source
    ? 'As the provider spells it.'
    : 'A number without a plus sign is read as a number in your organization’s country.'

const nameText = text({ max: integrationLimits.name, min: 1 })

function readAccount(
  channel: ImportableChannel,
  { name = '', address = '', source = '', ownerEmail = '' }: Readonly<Record<string, string>>,
): ReadRow<AccountValue> | string {
  const read = nameText.safeParse(name)
  if (!read.success) return read.error.issues[0]?.message ?? requiredText('Name')
  if (address.length > integrationLimits.address)
    return `${accountColumns(channel).address} is longer than ${integrationLimits.address} characters.`
  if (ownerEmail !== '' && !UserEmail.safeParse(ownerEmail).success) return emailText
  const form = accountForms[channel].source
  if (form && source === '')
    return `${requiredText(form.field)}. “${form.label}” needs a secret, which can’t be imported from a file. Add the account by hand.`
  return { key: keyOf({ name, address, source, ownerEmail }), value: { name, address, source, ownerEmail } }
}

/** Two spellings of a number are one row; one that is read by the organization's country is compared later. */
function keyOf({ name, address, source, ownerEmail }: AccountValue): string {
  if (address === '') return [source, ownerEmail, name].join('\n').toLowerCase()
  return /^\+?[\d\s().-]+$/.test(address) ? address.replace(/[^\d+]/g, '') : address
}
