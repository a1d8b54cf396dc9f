import { Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import {
  type InsightProvider,
  type ProviderKind,
  providerKindNames,
  providerKinds,
  providerLimits,
} from '@verbatim/contract/insight-providers.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { optionsOf } from '@verbatim/ui/options.ts'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import { NameField } from '#editor/NameField.tsx'
import type { EditorProps } from '#editor/define-editor.ts'
import { SecretField } from '#editor/SecretField.tsx'
import { type ProviderTypes, type ProviderValues, secretNames } from './provider-form.ts'
import { TestProvider } from './TestProvider.tsx'

const secretWords: Readonly<Record<ProviderKind, string>> = {
  quicksight: 'The key of a user who can describe dashboards and datasets, and generate embed URLs.',
  metabase: 'From the embedding settings of Metabase.',
  superset: 'The password of a user who can read embedded dashboards and grant guest tokens.',
}

const filterWords: Readonly<Record<ProviderKind, string>> = {
  quicksight: 'Each dataset needs two tags that limit which rows a reader sees.',
  metabase: 'Two locked parameters, connected to each tile, limit which rows a reader sees.',
  superset: 'Each dataset needs two columns that limit which rows a reader sees.',
}

/** Where the product is, what it is asked with, and how rows are limited there. */
export function ProviderFields({ editor }: EditorProps<ProviderTypes>) {
  const { form, values, canEdit, base } = editor
  const { kind } = values
  const field = (name: keyof ProviderValues, label: string, limit: number, isOptional = false) => (
    <LimitedInput
      label={label}
      withAsterisk={!isOptional}
      limit={limit}
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps(name)}
      value={String(values[name])}
    />
  )
  return (
    <Stack gap="lg" maw={fieldsWidth}>
      <NameField form={form} limit={providerLimits.name} />
      <Select
        label="Product"
        allowDeselect={false}
        disabled={!canEdit || base !== undefined}
        data={optionsOf(providerKinds, providerKindNames)}
        {...form.getInputProps('kind')}
      />
      {kind === 'quicksight' && (
        <>
          <Group grow align="flex-start">
            {field('region', 'Region', 30)}
            {field('accountId', 'AWS account ID', 12)}
          </Group>
          {field('namespace', 'Namespace', 64)}
        </>
      )}
      {field(
        'address',
        kind === 'quicksight' ? 'Endpoint, if not the region’s own' : 'Address',
        providerLimits.address,
        kind === 'quicksight',
      )}
      {kind !== 'metabase' &&
        field('user', kind === 'quicksight' ? 'Access key ID' : 'User name', providerLimits.user)}
      <Secret
        label={secretNames[kind]}
        hint={secretWords[kind]}
        isKept={base?.hasSecret === true && isSamePlace(base, values)}
        {...form.getInputProps('secret')}
        value={values.secret}
      />
      {kind === 'metabase' && (
        <Secret
          label="API key"
          hint="The key’s group must be able to see the dashboards. Verbatim uses the key to check that every tile has both filters."
          isKept={base?.hasApiKey === true && isSamePlace(base, values)}
          {...form.getInputProps('apiKey')}
          value={values.apiKey}
        />
      )}
      <Narrowing editor={editor} />
      <TestProvider editor={editor} />
    </Stack>
  )
}

/** By what rows are narrowed there, and for how long they are shown. */
function Narrowing({ editor: { form, values } }: EditorProps<ProviderTypes>) {
  const filter = (name: 'tenantFilter' | 'profileFilter', label: string) => (
    <LimitedInput
      label={label}
      withAsterisk
      limit={providerLimits.filter}
      autoComplete="off"
      spellCheck={false}
      {...form.getInputProps(name)}
      value={values[name]}
    />
  )
  return (
    <>
      <Text size="sm" c="dimmed">
        {filterWords[values.kind]}
      </Text>
      <Group grow align="flex-end">
        {filter('tenantFilter', 'Filter for the organization')}
        {filter('profileFilter', 'Filter for permission profiles')}
      </Group>
      <NumberInput
        label="Minutes an opened insight stays signed in"
        min={providerLimits.leastMinutes}
        max={providerLimits[values.kind === 'metabase' ? 'mostMetabaseMinutes' : 'mostMinutes']}
        allowDecimal={false}
        {...form.getInputProps('sessionMinutes')}
        onChange={(minutes) =>
          form.setFieldValue('sessionMinutes', typeof minutes === 'number' ? minutes : '')
        }
      />
    </>
  )
}

interface SecretProps {
  label: string
  hint: string
  isKept: boolean
  value: string
}

function Secret({ label, hint, isKept, ...field }: SecretProps) {
  return (
    <SecretField
      label={label}
      withAsterisk={!isKept}
      hint={isKept ? undefined : hint}
      isSet={isKept}
      maxLength={providerLimits.secret}
      {...field}
    />
  )
}

/** Stored secrets are only for the address and the user that they were entered for. */
const isSamePlace = (base: InsightProvider, values: ProviderValues) =>
  (['address', 'region', 'accountId', 'user'] as const).every((name) => base[name] === values[name].trim())
