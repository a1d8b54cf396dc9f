import { Group } from '@mantine/core'
import { accountForms, entryOf, isSecretKind } from '@verbatim/contract/account-fields.ts'
import { type ConnectableChannel, channelNames, connectableChannels } from '@verbatim/contract/channels.ts'
import {
  type AccountRemoval,
  createIntegrationAccount,
  getAccountRemoval,
  getIntegrationAccount,
  type IntegrationAccount,
  type IntegrationDraft,
  integrationList,
  requestAccountDeletion,
  updateIntegrationAccount,
} from '@verbatim/contract/integration-accounts.ts'
import { Badge, ChannelBadge } from '@verbatim/ui/Badge.tsx'
import { defineEditor } from '#editor/define-editor.ts'
import { defineRemoval } from '#editor/define-removal.tsx'
import { oneQuery } from '#lists/one-query.ts'
import { type AccountValues, entered, fieldOf, schemaOf, wordsOf } from './account-form.ts'
import { stateMeaning } from './account-status.tsx'
import { AccountFields } from './AccountFields.tsx'
import { ConnectionNotice } from './ConnectionNotice.tsx'
import { RemovalWords } from './RemovalWords.tsx'
import { ConnectionSteps } from './ConnectionSteps.tsx'

export interface AccountTypes {
  thing: IntegrationAccount
  values: AccountValues
  body: IntegrationDraft
}

function editorOf(channel: ConnectableChannel) {
  const { fields } = accountForms[channel]
  const isMade = (isPersons: boolean) => entryOf(channel, isPersons).address === 'made'
  return defineEditor<AccountTypes>({
    noun: 'account',
    nameOf: ({ name }) => name,
    place: { list: integrationList, path: `/integrations/${channel}` },
    slice: 'accounts',
    query: oneQuery(['accounts', 'integrations', channel], getIntegrationAccount, {
      params: { type: channel },
    }),
    manage: 'integrations.manage',
    isEditable: ({ request }) => request !== 'delete',
    tabs: [
      {
        id: 'details',
        label: 'Details',
        fields: ['name', 'address', 'source', 'owner', ...fields.map(({ name }) => name)],
        Content: ({ editor }) => <AccountFields channel={channel} editor={editor} />,
        Side: ({ editor }) => <ConnectionSteps channel={channel} editor={editor} />,
      },
    ],
    secrets: fields.filter(({ kind }) => isSecretKind(kind)).map(({ name }) => name),
    blank: {
      name: '',
      address: '',
      owner: undefined,
      isPersons: false,
      source: undefined,
      ...entered(channel, {}),
    },
    toValues: ({ name, address, owner, source, details }) => ({
      name,
      address,
      owner: owner ?? undefined,
      isPersons: source !== undefined,
      source,
      ...entered(channel, details),
    }),
    schema: schemaOf(channel),
    toBody: ({ name, address, owner, isPersons, source, ...details }) => ({
      name,
      address: isMade(isPersons) ? undefined : address,
      ownerId: owner?.id ?? null,
      isPersons,
      ...(isPersons ? { sourceId: source?.id } : details),
    }),
    fields: { ownerId: 'owner', sourceId: 'source' },
    wordsOf: (values) => wordsOf(channel, values),
    creation: {
      title: `New account for ${channelNames[channel]}`,
      submit: 'Create account',
      done: ({ name }) => `“${name}” was created`,
      failed: 'The account was not created',
    },
    changed: 'account.changed',
    fieldOf,
    Notice: ConnectionNotice,
    Note: ({ editor: { base } }) => base && <AccountNote account={base} />,
    save: async ({ api, base }, body) => {
      const params = { type: channel }
      if (base) {
        const { sourceId: _, ...change } = body
        return {
          saved: await api(updateIntegrationAccount, {
            params: { ...params, id: base.id },
            body: { ...change, expectedVersion: base.version },
          }),
        }
      }
      const saved = await api(createIntegrationAccount, { params, body })
      // Its address at Verbatim, or what the provider answers, is what one waits for.
      return { saved, next: { tab: 'details' } }
    },
    removal: removalOf(channel),
  })
}

const AccountNote = ({ account }: { account: IntegrationAccount }) => (
  <Group component="span" gap="xs">
    <ChannelBadge channel={account.channel} />
    <Badge meaning={stateMeaning(account)} of="Status" />
  </Group>
)

const removalOf = (channel: ConnectableChannel) =>
  defineRemoval<IntegrationAccount, AccountRemoval>({
    verb: 'Remove',
    effect: (api, { id }) => api(getAccountRemoval, { params: { type: channel, id } }),
    refusalOf: ({ refusal }) => refusal,
    ending: 'is being removed',
    useRefusal: ({ request }) => (request === 'delete' ? 'It is already being removed.' : undefined),
    Effect: RemovalWords,
    remove: (api, { id, version }) =>
      api(requestAccountDeletion, { params: { type: channel, id }, body: { expectedVersion: version } }),
  })

/** One editor for each channel. */
export const accountEditors = Object.fromEntries(
  connectableChannels.map((channel) => [channel, editorOf(channel)]),
) as Readonly<Record<ConnectableChannel, ReturnType<typeof editorOf>>>
