/** What is written in the organization's form, and what of it is sent. */
import { rebase } from '#editor/rebase.ts'
import { channelNames, type Channel } from '@verbatim/contract/channels.ts'
import { countryName } from '@verbatim/contract/countries.ts'
import { languageName } from '@verbatim/contract/languages.ts'
import {
  type Organization,
  OrganizationChange,
  organizationSecretNames,
  organizationSecrets,
  type OrganizationSecret,
} from '@verbatim/contract/organizations.ts'
import {
  parsePeriod,
  type RetentionContext,
  retentionContextNames,
  type RetentionRule,
  type RetentionUnit,
} from '@verbatim/contract/retention.ts'

export interface RetentionRow {
  /** Names the row while it is written. */
  readonly key: string
  readonly channel: Channel
  readonly context: RetentionContext
  readonly count: number | ''
  readonly unit: RetentionUnit
}

export interface ProfileValues {
  readonly name: string
  readonly language: string
  readonly timeZone: string
  readonly country: string
  readonly mailDomains: readonly string[]
  readonly idleLockMinutes: number | ''
  readonly requiresSecondStep: boolean
  readonly messagingProviderAccountSid: string
  readonly conversationServiceSid: string
  readonly integrationFrequency: number | ''
  readonly initialHistoryDate: string
  /** What is typed replaces the secret; `null` forgets it; nothing leaves it. */
  readonly secrets: Partial<Record<OrganizationSecret, string | null>>
  readonly retention: readonly RetentionRow[]
}

export function toValues(organization: Organization): ProfileValues {
  const { name, language, timeZone, country, mailDomains } = organization
  const { idleLockMinutes, requiresSecondStep } = organization
  const { messagingProviderAccountSid, conversationServiceSid } = organization
  const { integrationFrequency, initialHistoryDate, dataRetention } = organization
  return {
    name,
    language,
    timeZone,
    country,
    mailDomains,
    idleLockMinutes,
    requiresSecondStep,
    messagingProviderAccountSid,
    conversationServiceSid,
    integrationFrequency,
    initialHistoryDate,
    secrets: {},
    retention: dataRetention.map(({ channel, retentionContext, retentionPeriod }) => ({
      key: keyOf({ channel, context: retentionContext }),
      channel,
      context: retentionContext,
      ...(parsePeriod(retentionPeriod) ?? { count: '', unit: 'year' }),
    })),
  }
}

/** What is written, on top of what stands now. A period is known by what it is for, whoever wrote it. */
export function rebaseValues(base: Organization, latest: Organization, values: ProfileValues): ProfileValues {
  const retention = values.retention.map((row) => ({ ...row, key: keyOf(row) }))
  return rebase({ before: toValues(base), theirs: toValues(latest), mine: { ...values, retention } })
}

const keyOf = ({ channel, context }: Pick<RetentionRow, 'channel' | 'context'>) => `${channel} ${context}`

const letters = { day: 'D', month: 'M', year: 'Y' } as const

export function toRules(rows: readonly RetentionRow[]): RetentionRule[] {
  return rows.map(({ channel, context, count, unit }) => ({
    channel,
    retentionPeriod: `P${count === '' ? 0 : count}${letters[unit]}`,
    retentionContext: context,
  }))
}

/** Only what differs from what stands; undefined where nothing does. */
export function toChange(base: Organization, values: ProfileValues): object | undefined {
  const { secrets, retention, mailDomains, ...fields } = values
  const before = toValues(base)
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => value !== before[field as keyof typeof fields]),
  )
  const given = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ''))
  const rules = toRules(retention)
  const change = {
    ...changed,
    ...(!isSame(mailDomains, before.mailDomains) && { mailDomains }),
    ...(Object.keys(given).length > 0 && { secrets: given }),
    ...(!isSame(rules, toRules(before.retention)) && { dataRetention: rules }),
  }
  return Object.keys(change).length > 0 ? { ...change, expectedVersion: base.version } : undefined
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export type ProfileErrors = Readonly<Record<string, string>>

/** The change, checked as the server checks it, or what is wrong with each field. */
export function checked(change: object): { change: OrganizationChange } | { errors: ProfileErrors } {
  const parsed = OrganizationChange.safeParse(change)
  if (parsed.success) return { change: parsed.data }
  const errors = parsed.error.issues.map(({ path, message }) => [fieldOf(path), message] as const)
  return { errors: Object.fromEntries(errors.toReversed()) }
}

/** Domains are one field; secrets and periods have each their own. */
const fieldOf = (path: readonly PropertyKey[]) => path.slice(0, path[0] === 'mailDomains' ? 1 : 2).join('.')

/** Each setting in words, to tell two versions apart. A secret that is typed is another than the one that is set. */
export function wordsOf(values: ProfileValues, set: Organization['secrets']): Record<string, string> {
  const secrets = organizationSecrets.map((secret) => {
    const [typed, standing] = [values.secrets[secret], set[secret]]
    const words = standing ? `set on ${standing.setAt.slice(0, 10)} by ${standing.setBy}` : 'not set'
    return [organizationSecretNames[secret], typed === undefined ? words : 'entered here']
  })
  const retention = values.retention.map(({ channel, context, count, unit }) => [
    `Retention of ${channelNames[channel]}, ${retentionContextNames[context].toLowerCase()}`,
    `${count} ${unit}${count === 1 ? '' : 's'}`,
  ])
  return {
    Name: values.name,
    Language: languageName(values.language),
    'Time zone': values.timeZone,
    Country: countryName(values.country),
    'Mail domains': values.mailDomains.join(', '),
    'Idle lock': `${values.idleLockMinutes} minutes`,
    'Second step': values.requiresSecondStep ? 'required' : 'not required',
    'Account SID': values.messagingProviderAccountSid,
    'Conversation service SID': values.conversationServiceSid,
    'Integration frequency': `${values.integrationFrequency} minutes`,
    'Initial history date': values.initialHistoryDate,
    ...Object.fromEntries(secrets),
    ...Object.fromEntries(retention),
  }
}
