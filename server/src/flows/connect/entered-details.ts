/** The details that people enter of an account: settings, and secrets with those that it has. */
import { accountDetails } from '@verbatim/contract/account-details.ts'
import { type AccountEntry, isLeftToOwner, isSecretKind } from '@verbatim/contract/account-fields.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import { readHeaderLine } from '@verbatim/contract/header-lines.ts'
import type { IntegrationChange, IntegrationDraft } from '@verbatim/contract/integration-accounts.ts'
import type { AccountFacts } from '#domains/accounts/account-facts.ts'
import { Failure } from '#kernel/failure.ts'
import { BadPattern } from '@verbatim/matcher/regex/bad-pattern.ts'
import { compileShort } from '@verbatim/matcher/regex/short-regex.ts'
import { isSamePlace } from '#kernel/same-place.ts'

interface Changing {
  readonly channel: ConnectableChannel
  readonly facts: AccountFacts
  readonly change: IntegrationChange
}

/** What was entered of the fields, unless they are still left to the owner. */
export function readChange(entry: AccountEntry, { channel, facts, change: { details } }: Changing) {
  const isLeft = isLeftToOwner(channel, facts.secretNames) && isLeftBlank(entry, details ?? {})
  return { isLeft, ...readDetails(entry, isLeft ? undefined : details) }
}

/** Nothing was entered, so that the owner does it. */
export const isLeftBlank = ({ ownerEnters }: AccountEntry, details: IntegrationDraft['details']) =>
  ownerEnters === true && Object.values(details).every((value) => value === '')

/** The settings and the secrets of what was entered. An empty secret is none. */
export function readDetails(entry: AccountEntry, details: IntegrationDraft['details'] | undefined) {
  if (!details) return { settings: {}, given: {} }
  const blank = entry.fields.find(
    ({ name, kind, isRequired }) => isRequired && !isSecretKind(kind) && details[name] === '',
  )
  if (blank) throw new Failure('account.secret-required', { field: blank.name, label: blank.label })
  const entered = Object.entries(accountDetails(entry).parse(details))
  for (const [name, value] of entered)
    if (kindOf(entry, name) === 'headers' && Array.isArray(value)) checkPatterns(name, value.map(String))
  const isSecret = (name: string) => isSecretKind(kindOf(entry, name))
  return {
    settings: Object.fromEntries(entered.filter(([name]) => !isSecret(name))),
    given: Object.fromEntries(entered.filter(([name, value]) => isSecret(name) && value !== '')),
  }
}

/** @throws Failure `account.bad-pattern` */
function checkPatterns(field: string, lines: readonly string[]): void {
  for (const line of lines) {
    const pattern = readHeaderLine(line)?.pattern
    try {
      if (pattern !== undefined) compileShort(pattern)
    } catch (error) {
      if (!(error instanceof BadPattern)) throw error
      throw new Failure('account.bad-pattern', { field, line }, error)
    }
  }
}

interface Details {
  readonly settings: Readonly<Record<string, unknown>>
  readonly given: Readonly<Record<string, unknown>>
}

/** The secrets after a change. Those that are stored are known only while they are sent to the same place. */
export function secretsAfter(
  entry: AccountEntry,
  { stored, before }: { readonly stored: Details['given']; readonly before: Details['settings'] },
  { settings, given: entered }: Details,
) {
  const known = isSamePlace(before, placesIn(entry, settings)) ? stored : {}
  const given = withEarlierKeys(entry, known, entered)
  return {
    known,
    given,
    names: enteredSecrets(entry, { ...known, ...given }),
    changed: Object.keys(given).filter((name) => known[name] !== given[name]),
  }
}

/** Where the account's secrets are sent. */
const placesIn = (entry: AccountEntry, settings: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => kindOf(entry, name) === 'url'))

const kindOf = ({ fields }: AccountEntry, name: string) => fields.find((field) => field.name === name)?.kind

/** Keys join those from before, because what was encrypted for those stays so. Each is there once. */
function withEarlierKeys(
  entry: AccountEntry,
  known: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const joined = (name: string, value: unknown) => {
    if (kindOf(entry, name) !== 'keys') return value
    const keys = [known[name], value].flatMap((text) =>
      typeof text === 'string' ? text.split(/(?<=-----END [A-Z ]+-----)\s*/) : [],
    )
    return [...new Set(keys.map((key) => key.trim()).filter((key) => key !== ''))].join('\n')
  }
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, joined(name, value)]))
}

export function requireSecrets({ fields }: AccountEntry, names: readonly string[]): void {
  for (const { name, label, kind, isRequired } of fields)
    if (isSecretKind(kind) && isRequired && !names.includes(name))
      throw new Failure('account.secret-required', { field: name, label })
}

const enteredSecrets = ({ fields }: AccountEntry, secrets: object) =>
  fields.flatMap(({ name, kind }) => (isSecretKind(kind) && name in secrets ? [name] : []))

export const pick = (from: Readonly<Record<string, unknown>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]]))

/** A choice that was never made is the same as one against it. */
export const isOtherwise = (
  before: Readonly<Record<string, unknown>>,
  entered: Readonly<Record<string, unknown>>,
) =>
  Object.entries(entered).some(
    ([name, value]) => !isSame(value, before[name]) && (before[name] !== undefined || value !== false),
  )

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
