import { Button, Group, Stack, Switch } from '@mantine/core'
import { GrowingTextarea } from '@verbatim/ui/GrowingTextarea.tsx'
import { accountFieldLimits } from '@verbatim/contract/account-details.ts'
import { type AccountField, entryOf } from '@verbatim/contract/account-fields.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import { type IntegrationAccount, integrationLimits } from '@verbatim/contract/integration-accounts.ts'
import { LimitedInput } from '@verbatim/ui/LimitedInput.tsx'
import { fieldsWidth } from '@verbatim/ui/dialogs/dialog-size.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { EntitySelect } from '#editor/EntitySelect.tsx'
import { ownerSource } from '#lists/owner-options.ts'
import type { AccountTypes } from './account-editor.tsx'
import { type AccountValues, textIn } from './account-form.ts'
import { AddressField } from './AddressField.tsx'
import { SourceFields } from './SourceFields.tsx'
import { SecretField } from '#editor/SecretField.tsx'
import { ListField } from '#editor/ListField.tsx'

type AccountProps = EditorProps<AccountTypes>

/** What is entered for an account: its name, its owner, and the fields of its channel. */
export function AccountFields({ channel, editor }: AccountProps & { channel: ConnectableChannel }) {
  const { form, values, canEdit } = editor
  const { address, addressHint, fields, ownerEnters } = entryOf(channel, values.isPersons)
  return (
    <Stack gap="lg" maw={fieldsWidth}>
      <SourceFields channel={channel} editor={editor} />
      <LimitedInput
        label="Name"
        description="The name shown in lists and filters, such as the desk or the person."
        withAsterisk
        data-autofocus
        autoComplete="off"
        limit={integrationLimits.name}
        {...form.getInputProps('name')}
        value={values.name}
      />
      <AddressField channel={channel} kind={address} hint={addressHint} editor={editor} />
      <EntitySelect
        label="Owner"
        description="The person whose account it is. Leave blank if several people use it."
        source={ownerSource}
        clearable={canEdit}
        readOnly={!canEdit}
        error={form.errors['owner']}
        value={values.owner}
        onChange={(owner) => form.setFieldValue('owner', owner)}
      />
      {fields.map((field) => (
        <ChannelField key={field.name} field={field} ownerEnters={ownerEnters} editor={editor} />
      ))}
    </Stack>
  )
}

interface FieldProps extends AccountProps {
  field: AccountField
  /** It may be left to the owner. */
  ownerEnters?: true | undefined
}

function ChannelField({ field, ownerEnters, editor }: FieldProps) {
  const { form, values, canEdit } = editor
  const { name, label, hint, kind, isRequired = false, one = 'header' } = field
  const value = values[name]
  if (kind === 'secret') return <ChannelSecret field={field} ownerEnters={ownerEnters} editor={editor} />
  if (kind === 'keys') return <KeysField field={field} editor={editor} />
  if (kind === 'yes-no')
    return (
      <Switch
        label={label}
        description={hint}
        checked={value === true}
        onChange={(event) => form.setFieldValue(name, event.currentTarget.checked)}
      />
    )
  if (kind === 'lines' || kind === 'headers')
    return (
      <ListField
        label={label}
        one={one}
        description={hint}
        disabled={!canEdit}
        // A regex may have commas, and another letter case is another one.
        {...(kind === 'headers' && {
          splitChars: ['\n'],
          isDuplicate: (line, lines) => lines.includes(line),
        })}
        error={form.errors[name]}
        value={Array.isArray(value) ? value.map(String) : []}
        onChange={(lines) => form.setFieldValue(name, lines)}
      />
    )
  return (
    <LimitedInput
      label={label}
      description={hint}
      withAsterisk={isRequired && !ownerEnters}
      autoComplete="off"
      spellCheck={false}
      limit={accountFieldLimits.url}
      {...form.getInputProps(name)}
      value={textIn(value)}
    />
  )
}

/** Private keys are entered, several lines each, and never shown again after they are saved. */
function KeysField({ field: { name, label, hint }, editor }: AccountProps & { field: AccountField }) {
  const { form, values, base, canEdit } = editor
  const isSet = base?.secrets.includes(name) ?? false
  return (
    <GrowingTextarea
      label={label}
      description={isSet ? `${hint} Keys are set. Leave blank to add none.` : hint}
      withAsterisk={!isSet}
      minRows={3}
      maxRows={8}
      autoComplete="off"
      spellCheck={false}
      disabled={!canEdit}
      error={form.errors[name]}
      value={textIn(values[name])}
      onChange={(event) => form.setFieldValue(name, event.currentTarget.value)}
    />
  )
}

/** A secret is entered, or made here, and never shown again after it is saved. */
function ChannelSecret({ field, ownerEnters, editor }: FieldProps) {
  const { form, values, base, canEdit } = editor
  const { name, label, hint, canBeMade } = field
  const isSet = base !== undefined && base.secrets.includes(name) && isSamePlace(base, values)
  return (
    <Group align="end" gap="xs" wrap="nowrap">
      <SecretField
        flex={1}
        label={label}
        hint={hint}
        isSet={isSet}
        withAsterisk={!isSet && !ownerEnters}
        disabled={!canEdit}
        error={form.errors[name]}
        value={textIn(values[name])}
        onChange={(event) => form.setFieldValue(name, event.currentTarget.value)}
      />
      {canBeMade && canEdit && (
        <Button variant="default" onClick={() => form.setFieldValue(name, madeSecret())}>
          Generate
        </Button>
      )}
    </Group>
  )
}

/** Stored secrets are only for the address that they were entered for. */
const isSamePlace = ({ channel, details }: IntegrationAccount, values: AccountValues) =>
  entryOf(channel as ConnectableChannel, values.isPersons)
    .fields.filter(({ kind }) => kind === 'url')
    .every(({ name }) => details[name] === textIn(values[name]).trim())

const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** 24 letters and digits of which none looks like another: more than 137 bits. */
function madeSecret(): string {
  const random = crypto.getRandomValues(new Uint32Array(24))
  return [...random].map((value) => letters[value % letters.length]).join('')
}
