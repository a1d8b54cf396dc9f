import { Autocomplete, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type AccountAddressKind } from '@verbatim/contract/account-fields.ts'
import { accountAddressNames } from '@verbatim/contract/accounts.ts'
import type { ConnectableChannel, ProvidedChannel } from '@verbatim/contract/channels.ts'
import { connectionProblemTexts } from '@verbatim/contract/connection-problems.ts'
import { integrationLimits } from '@verbatim/contract/integration-accounts.ts'
import type { ProviderNumber } from '@verbatim/contract/provider-connections.ts'
import { nationalNumberText } from '@verbatim/contract/text.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { useApi } from '#shell/use-app-context.ts'
import type { AccountTypes } from './account-editor.tsx'
import { numbersQuery, providedChannel } from './queries.ts'

interface AddressFieldProps extends EditorProps<AccountTypes> {
  channel: ConnectableChannel
  kind: AccountAddressKind
  /** In place of the kind's. */
  hint: string | undefined
}

const hints: Partial<Record<AccountAddressKind, string>> = {
  phone: nationalNumberText,
  'phone-or-email': 'The phone number or the email address of the account.',
}

/** The number or address of an account, chosen from those that the organization's provider has. */
export function AddressField({ channel, kind, hint, editor }: AddressFieldProps) {
  const provided = providedChannel(channel)
  if (kind === 'made') return null
  const isFixed = editor.base?.isAddressFixed ?? false
  if (provided && editor.canEdit && !isFixed) return <NumberField channel={provided} editor={editor} />
  const { form, values } = editor
  return (
    <LimitedInput
      label={accountAddressNames[channel]}
      description={
        isFixed
          ? 'Can’t be changed after connecting. To use another one, add an account.'
          : (hint ?? hints[kind])
      }
      readOnly={isFixed}
      withAsterisk
      autoComplete="off"
      limit={integrationLimits.address}
      {...form.getInputProps('address')}
      value={isFixed ? addressText(values.address) : values.address}
    />
  )
}

function NumberField({ channel, editor }: EditorProps<AccountTypes> & { channel: ProvidedChannel }) {
  const { form, values } = editor
  const { data, isPending, error } = useQuery(numbersQuery(useApi(), channel))
  const numbers = new Map(data?.numbers.map((number) => [number.address, number]))
  const problem = error
    ? connectionProblemTexts.unreachable
    : data?.problem && connectionProblemTexts[data.problem]
  return (
    <Autocomplete
      label={accountAddressNames[channel]}
      description={
        isPending
          ? 'Asking the provider for your numbers…'
          : (problem ?? 'Choose a number of your provider, or enter one.')
      }
      withAsterisk
      autoComplete="off"
      data={[...numbers.values()].map(({ address, isConnected }) => ({
        value: address,
        disabled: isConnected,
      }))}
      renderOption={({ option }) => <NumberOption option={option} number={numbers.get(option.value)} />}
      maxDropdownHeight={280}
      error={form.errors['address']}
      value={values.address}
      onChange={(address) => form.setFieldValue('address', address)}
    />
  )
}

function NumberOption({ option, number }: { option: { value: string }; number: ProviderNumber | undefined }) {
  const { label, isConnected, isTaken } = number ?? {}
  const fact = isConnected ? 'Already added' : isTaken ? 'Used by another application' : label
  return (
    <div>
      {option.value}
      {fact && (
        <Text span size="xs" c="dimmed" ml="xs">
          {fact}
        </Text>
      )}
    </div>
  )
}
