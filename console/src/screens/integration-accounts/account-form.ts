import type { Failure } from '@verbatim/client/failure.ts'
import { accountDetails } from '@verbatim/contract/account-details.ts'
import { accountForms, entryOf, isSecretKind } from '@verbatim/contract/account-fields.ts'
import { accountAddressNames } from '@verbatim/contract/accounts.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import { AccountId, UserId } from '@verbatim/contract/ids.ts'
import { IntegrationDraft, integrationLimits } from '@verbatim/contract/integration-accounts.ts'
import { requiredText, text } from '@verbatim/contract/text.ts'
import { z } from 'zod'
import type { Entity } from '#lists/entities.ts'

/** The form's values: those of every account, and the fields of its channel by their names. */
export interface AccountValues extends Readonly<Record<string, unknown>> {
  readonly name: string
  readonly address: string
  readonly owner: Entity | undefined
  /** On channels with sources: whether it is the account of a person, and through which it receives. */
  readonly isPersons: boolean
  readonly source: Entity | undefined
}

const blanks = { url: '', secret: '', keys: '', lines: [], headers: [], 'yes-no': false } as const

/** The fields of a channel; what was not entered is blank. */
export function entered(channel: ConnectableChannel, details: IntegrationDraft['details']) {
  const { fields } = accountForms[channel]
  return Object.fromEntries(fields.map(({ name, kind }) => [name, details[name] ?? blanks[kind]]))
}

/** The draft of flat values, so that each field has its own error. */
export function schemaOf(channel: ConnectableChannel) {
  const form = accountForms[channel]
  const common = {
    name: IntegrationDraft.shape.name,
    address: text({
      max: integrationLimits.address,
      min: 1,
      empty: requiredText(accountAddressNames[channel]),
    }).optional(),
    ownerId: UserId.nullable(),
  }
  const Own = z.strictObject({
    ...common,
    isPersons: z.literal(false),
    ...(form.ownerEnters
      ? orBlank(accountDetails(entryOf(channel)).shape)
      : accountDetails(entryOf(channel)).shape),
  })
  const Persons = z.strictObject({
    ...common,
    isPersons: z.literal(true),
    sourceId: z.custom<AccountId>(
      (id) => AccountId.safeParse(id).success,
      requiredText(form.source?.field ?? ''),
    ),
  })
  return z.discriminatedUnion('isPersons', [Own, Persons]).transform((values): IntegrationDraft => {
    const { name, address, ownerId, isPersons, sourceId, ...details } = values as z.output<typeof Persons> &
      Record<string, unknown>
    return {
      name,
      ...(address !== undefined && { address }),
      ownerId,
      ...((isPersons as boolean) && { sourceId }),
      details,
    }
  })
}

/** What is left to the owner is blank. */
const orBlank = (shape: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, z.literal('').or(schema)]))

/** The values in words, to compare two versions. Of a secret only that there is a new one. */
export function wordsOf(
  channel: ConnectableChannel,
  { name, address, owner, source, ...details }: AccountValues,
): Record<string, string> {
  const { fields } = accountForms[channel]
  const ofFields = fields.map(({ name: field, label, kind }) => [
    label,
    isSecretKind(kind) ? (details[field] ? 'changed' : '') : valueWords(details[field]),
  ])
  const label = accountForms[channel].source?.field
  return {
    Name: name,
    Address: address,
    Owner: owner?.name ?? '',
    ...(label && { [label]: source?.name ?? '' }),
    ...Object.fromEntries(ofFields),
  }
}

function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return Array.isArray(value) ? value.join(', ') : textIn(value)
}

export const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

const ofAddress: ReadonlySet<string> = new Set([
  'account.bad-phone',
  'account.bad-address',
  'account.address-taken',
  'account.address-fixed',
])

/** The field that a failure is about. */
export function fieldOf({ code, details }: Failure): string | undefined {
  if (code === 'account.unknown-owner') return 'owner'
  if (code === 'account.unknown-source') return 'source'
  if (code === 'account.secret-required' || code === 'account.bad-pattern') return textIn(details['field'])
  return ofAddress.has(code) ? 'address' : undefined
}
