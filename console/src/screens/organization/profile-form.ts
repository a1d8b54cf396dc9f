/** What is written in the organization's form, and what of it is sent. */
import { channelNames, type Channel } from '@verbatim/contract/channels.ts'
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
  const { name, language, timeZone, idleLockMinutes, requiresSecondStep } = organization
  const { messagingProviderAccountSid, conversationServiceSid } = organization
  const { integrationFrequency, initialHistoryDate, dataRetention } = organization
  return {
    name,
    language,
    timeZone,
    idleLockMinutes,
    requiresSecondStep,
    messagingProviderAccountSid,
    conversationServiceSid,
    integrationFrequency,
    initialHistoryDate,
    secrets: {},
    retention: dataRetention.map(({ channel, retentionContext, retentionPeriod }) => ({
      key: `${channel} ${retentionContext}`,
      channel,
      context: retentionContext,
      ...(parsePeriod(retentionPeriod) ?? { count: '', unit: 'year' }),
    })),
  }
}

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
  const { secrets, retention, ...fields } = values
  const before = toValues(base)
  const changed = Object.fromEntries(
    Object.entries(fields).filter(([field, value]) => value !== before[field as keyof typeof fields]),
  )
  const given = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ''))
  const rules = toRules(retention)
  const change = {
    ...changed,
    ...(Object.keys(given).length > 0 && { secrets: given }),
    ...(JSON.stringify(rules) !== JSON.stringify(toRules(before.retention)) && { dataRetention: rules }),
  }
  return Object.keys(change).length > 0 ? { ...change, expectedVersion: base.version } : undefined
}

export type ProfileErrors = Readonly<Record<string, string>>

/** The change, checked as the server checks it, or what is wrong with each field. */
export function checked(change: object): { change: OrganizationChange } | { errors: ProfileErrors } {
  const parsed = OrganizationChange.safeParse(change)
  if (parsed.success) return { change: parsed.data }
  const errors = parsed.error.issues.map(
    ({ path, message }) => [path.slice(0, 2).join('.'), message] as const,
  )
  return { errors: Object.fromEntries(errors.toReversed()) }
}

/** Each setting in words, to tell two versions apart. */
export function wordsOf(organization: Organization): Record<string, string> {
  const secrets = organizationSecrets.map((secret) => {
    const set = organization.secrets[secret]
    return [
      organizationSecretNames[secret],
      set ? `set on ${set.setAt.slice(0, 10)} by ${set.setBy}` : 'not set',
    ]
  })
  const retention = organization.dataRetention.map(({ channel, retentionContext, retentionPeriod }) => [
    `Retention of ${channelNames[channel]}, ${retentionContextNames[retentionContext].toLowerCase()}`,
    periodWords(retentionPeriod),
  ])
  return {
    Name: organization.name,
    Language: languageName(organization.language),
    'Time zone': organization.timeZone,
    'Idle lock': `${organization.idleLockMinutes} minutes`,
    'Second step': organization.requiresSecondStep ? 'required' : 'not required',
    'Account SID': organization.messagingProviderAccountSid,
    'Conversation service SID': organization.conversationServiceSid,
    'Integration frequency': `${organization.integrationFrequency} minutes`,
    'Initial history date': organization.initialHistoryDate,
    ...Object.fromEntries(secrets),
    ...Object.fromEntries(retention),
  }
}

function periodWords(text: string): string {
  const { count, unit } = parsePeriod(text) ?? { count: 0, unit: 'day' }
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
