import { accountDetails, accountForms } from '@verbatim/contract/account-fields.ts'
import { type ConnectableChannel, channelNames, connectableChannels } from '@verbatim/contract/channels.ts'
import { accountAddressNames } from '@verbatim/contract/accounts.ts'
import { AccountId, UserId } from '@verbatim/contract/ids.ts'
import {
  createIntegrationAccount,
  getIntegrationAccount,
  type IntegrationAccount,
  IntegrationDraft,
  integrationLimits,
  integrationList,
  requestAccountDeletion,
  updateIntegrationAccount,
} from '@verbatim/contract/integration-accounts.ts'
import { requiredText, text } from '@verbatim/contract/text.ts'
import { z } from 'zod'
import { defineEditor } from '#editor/define-editor.ts'
import { defineRemoval } from '#editor/define-removal.tsx'
import type { Entity } from '#lists/entities.ts'
import { oneQuery } from '#lists/one-query.ts'
import { AccountFields } from './AccountFields.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { ConnectionSteps } from './ConnectionSteps.tsx'

/** The form's values: those of every account, and the fields of its channel by their names. */
export interface AccountValues extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly address: string
  readonly owner: Entity | undefined
}

export interface AccountTypes {
  thing: IntegrationAccount
  values: AccountValues
  body: IntegrationDraft
}

const blanks = { url: '', secret: '', lines: [], 'yes-no': false } as const

function editorOf(channel: ConnectableChannel) {
  const { address: addressKind, fields } = accountForms[channel]
  const isMade = addressKind === 'made'
  const values = (details: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(fields.map(({ name, kind }) => [name, details[name] ?? blanks[kind]]))
  return defineEditor<AccountTypes>({
    noun: 'account',
    nameOf: ({ name }) => name,
    place: { list: integrationList, path: `/integrations/${channel}` },
    slice: 'accounts',
    query: oneQuery({
      key: ['accounts', 'integrations', channel],
      id: AccountId,
      missing: 'account.not-found',
      read: (api, id, signal) => api(getIntegrationAccount, { params: { type: channel, id } }, signal),
    }),
    manage: 'integrations.manage',
    isEditable: ({ request }) => request !== 'delete',
    tabs: [
      {
        id: 'details',
        label: 'Details',
        fields: ['name', 'address', 'owner', ...fields.map(({ name }) => name)],
        Content: ({ editor }) => <AccountFields channel={channel} editor={editor} />,
        Side: ({ editor }) => <ConnectionSteps channel={channel} editor={editor} />,
      },
    ],
    blank: { name: '', address: '', owner: undefined, ...values({}) },
    toValues: ({ name, address, owner, details }) => ({
      name,
      address,
      owner: owner ?? undefined,
      ...values(details),
    }),
    schema: schemaOf(channel),
    toBody: ({ name, address, owner, ...details }) => ({
      name,
      address: isMade ? undefined : address,
      ownerId: owner?.id ?? null,
      ...details,
    }),
    fields: { ownerId: 'owner' },
    wordsOf: ({ name, address, owner, ...details }) => ({
      Name: name,
      Address: address,
      Owner: owner?.name ?? '',
      ...Object.fromEntries(
        fields.map(({ name: field, label, kind }) => [
          label,
          kind === 'secret' ? (details[field] ? 'changed' : '') : wordsOf(details[field]),
        ]),
      ),
    }),
    creation: {
      title: `New account for ${channelNames[channel]}`,
      submit: 'Create account',
      done: ({ name }) => `“${name}” was created`,
      failed: 'The account was not created',
    },
    changed: 'account.changed',
    fieldOf: ({ code, details }) => {
      if (code === 'account.unknown-owner') return 'owner'
      if (code === 'account.secret-required') return String(details['field'])
      return ofAddress.has(code) ? 'address' : undefined
    },
    Notice: ConnectionNotice,
    save: async ({ api, base }, body) => {
      const params = { type: channel }
      if (base)
        return {
          saved: await api(updateIntegrationAccount, {
            params: { ...params, id: base.id },
            body: { ...body, expectedVersion: base.version },
          }),
        }
      const saved = await api(createIntegrationAccount, { params, body })
      // Its address at Verbatim, or what the provider answers, is what one waits for.
      return { saved, next: { tab: 'details' } }
    },
    removal: defineRemoval<IntegrationAccount>({
      verb: 'Remove',
      noun: 'account',
      nameOf: ({ name }) => name,
      slice: 'accounts',
      ending: 'is being removed',
      useRefusal: ({ request }) => (request === 'delete' ? 'It is being removed already.' : undefined),
      Effect: RemovalWords,
      remove: (api, { id, version }) =>
        api(requestAccountDeletion, { params: { type: channel, id }, body: { expectedVersion: version } }),
    }),
  })
}

/** The draft of flat values, so that each field has its own error. */
function schemaOf(channel: ConnectableChannel) {
  const empty = requiredText(accountAddressNames[channel])
  const Common = z.strictObject({
    name: IntegrationDraft.shape.name,
    address: text({ max: integrationLimits.address, min: 1, empty }).optional(),
    ownerId: UserId.nullable(),
  })
  return Common.extend(accountDetails(channel).shape).transform((values): IntegrationDraft => {
    const { name, address, ownerId, ...details } = values as z.output<typeof Common> & Record<string, unknown>
    return { name, ...(address !== undefined && { address }), ownerId, details }
  })
}

const ofAddress: ReadonlySet<string> = new Set([
  'account.bad-phone',
  'account.bad-address',
  'account.address-taken',
  'account.address-fixed',
])

const wordsOf = (value: unknown) =>
  typeof value === 'boolean'
    ? value
      ? 'Yes'
      : 'No'
    : Array.isArray(value)
      ? value.join(', ')
      : String(value ?? '')

function RemovalWords({ thing: { name } }: { thing: IntegrationAccount }) {
  return (
    <p>
      Nothing more is captured from “<bdi>{name}</bdi>”, at once. What Verbatim set up at the provider is
      undone. Captured messages stay.
    </p>
  )
}

/** One editor for each channel. */
export const accountEditors = Object.fromEntries(
  connectableChannels.map((channel) => [channel, editorOf(channel)]),
) as Readonly<Record<ConnectableChannel, ReturnType<typeof editorOf>>>
