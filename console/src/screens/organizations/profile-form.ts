/** The values of the organization's form, and the part of them to send. */
import { isSameText, rebase } from '#editor/rebase.ts'
import type { PageEditing, PageFormDefinition } from '#editor/use-page-form.ts'
import { type BusinessHours, businessHoursText } from '@verbatim/contract/business-hours.ts'
import { channelNames, type Channel } from '@verbatim/contract/channels.ts'
import { countryName } from '@verbatim/contract/countries.ts'
import { languageName } from '@verbatim/contract/languages.ts'
import {
  type Organization,
  OrganizationChange,
  OrganizationProtection,
  organizationSecretNames,
  organizationSecrets,
  type OrganizationSecret,
  updateOrganization,
} from '@verbatim/contract/organizations.ts'
import {
  formatPeriod,
  parsePeriod,
  type RetentionContext,
  retentionContextNames,
  type RetentionRule,
  type RetentionUnit,
} from '@verbatim/contract/retention.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { typedDayText } from '@verbatim/ui/days/typed-day.ts'
import { profileQuery } from './queries.ts'

export interface RetentionRow {
  /** Identifies the row while it is edited. */
  readonly key: string
  readonly channel: Channel
  readonly context: RetentionContext
  readonly count: number | ''
  readonly unit: RetentionUnit
}

interface ProfileValues {
  readonly name: string
  readonly language: string
  readonly timeZone: string
  readonly country: string
  readonly mailDomains: readonly string[]
  readonly businessHours: BusinessHours
  readonly waitingHours: number | ''
  readonly idleLockMinutes: number | ''
  readonly requiresSecondStep: boolean
  readonly requiresPurpose: boolean
  readonly readsUnderPseudonyms: boolean
  readonly requiresPolicyApproval: boolean
  readonly requiresRetentionApproval: boolean
  readonly messagingProviderAccountSid: string
  readonly conversationServiceSid: string
  readonly integrationFrequency: number | ''
  /** Empty if none is set. */
  readonly initialHistoryDate: string
  /** Typed text replaces the secret; `null` deletes it; an empty field keeps it. */
  readonly secrets: Partial<Record<OrganizationSecret, string | null>>
  readonly retention: readonly RetentionRow[]
}

/** The props of each section of the form. */
export type ProfileEditing = PageEditing<Organization, ProfileValues>

export const profileForm: PageFormDefinition<Organization, ProfileValues, OrganizationChange> = {
  toValues,
  isSame,
  // Two periods for the same channel and messages are the same, even from two people.
  merge: ({ mine, ...others }) =>
    rebase({
      ...others,
      mine: { ...mine, retention: mine.retention.map((row) => ({ ...row, key: keyOf(row) })) },
    }),
  schema: OrganizationChange,
  toBody: toChange,
  at: fieldAt,
  secrets: ['secrets'],
  wordsOf,
  query: profileQuery,
  save: (api, body) => api(updateOrganization, { body }),
  changed: 'organization.changed',
  fieldOf: ({ code }) => (code === 'organization.future-history' ? 'initialHistoryDate' : undefined),
  failed: 'The organization was not saved',
}

function toValues(organization: Organization): ProfileValues {
  const { name, language, timeZone, country, mailDomains } = organization
  const { businessHours, waitingHours, idleLockMinutes, requiresSecondStep } = organization
  const { requiresPurpose, readsUnderPseudonyms, requiresPolicyApproval, requiresRetentionApproval } =
    organization
  const { messagingProviderAccountSid, conversationServiceSid } = organization
  const { integrationFrequency, initialHistoryDate, hasInitialHistoryDate, dataRetention } = organization
  return {
    name,
    language,
    timeZone,
    country,
    mailDomains,
    businessHours,
    waitingHours,
    idleLockMinutes,
    requiresSecondStep,
    requiresPurpose,
    readsUnderPseudonyms,
    requiresPolicyApproval,
    requiresRetentionApproval,
    messagingProviderAccountSid,
    conversationServiceSid,
    integrationFrequency,
    initialHistoryDate: hasInitialHistoryDate === false ? '' : initialHistoryDate,
    secrets: {},
    retention: dataRetention.map(({ channel, retentionContext, retentionPeriod }) => ({
      key: keyOf({ channel, context: retentionContext }),
      channel,
      context: retentionContext,
      ...(parsePeriod(retentionPeriod) ?? { count: '', unit: 'year' }),
    })),
  }
}

const keyOf = ({ channel, context }: Pick<RetentionRow, 'channel' | 'context'>) => `${channel} ${context}`

export function toRules(rows: readonly RetentionRow[]): RetentionRule[] {
  return rows.map(({ channel, context, count, unit }) => ({
    channel,
    retentionPeriod: formatPeriod({ count: count === '' ? 0 : count, unit }),
    retentionContext: context,
  }))
}

/** Only the changed fields. */
function toChange(values: ProfileValues, base: Organization): object {
  const { secrets, retention, ...fields } = values
  const before = toValues(base)
  const changed = Object.entries(fields).filter(
    ([field, value]) => !isSameText(value, before[field as keyof typeof fields]),
  )
  const rules = toRules(retention)
  return {
    ...Object.fromEntries(changed),
    ...(values.initialHistoryDate === '' && before.initialHistoryDate !== '' && { initialHistoryDate: null }),
    ...(Object.keys(secrets).length > 0 && { secrets }),
    ...(!isSameText(rules, toRules(before.retention)) && { dataRetention: rules }),
    expectedVersion: base.version,
  }
}

/** Whether both would be saved as the same value; a period that was removed and added again has another key. */
function isSame(one: ProfileValues, other: ProfileValues): boolean {
  return isSameText(sentOf(one), sentOf(other))
}

const sentOf = (values: ProfileValues) => ({ ...values, retention: toRules(values.retention) })

/** Domains are one field; each secret and period has its own. */
function fieldAt(path: readonly PropertyKey[]): string {
  return path.slice(0, path[0] === 'mailDomains' ? 1 : 2).join('.')
}

/** Each setting in words, to show the difference between two versions. A typed secret always differs from the current one. */
function wordsOf(values: ProfileValues, { secrets: set }: Organization): Record<string, string> {
  const secrets = organizationSecrets.map((secret) => {
    const [typed, standing] = [values.secrets[secret], set[secret]]
    const words = standing ? `set on ${standing.setAt.slice(0, 10)} by ${standing.setBy}` : 'not set'
    return [organizationSecretNames[secret], typed === undefined ? words : 'entered here']
  })
  const retention = values.retention.map(({ channel, context, count, unit }) => [
    `Retention of ${channelNames[channel]}, ${retentionContextNames[context].toLowerCase()}`,
    counted(Number(count), unit),
  ])
  return {
    Name: values.name,
    Language: languageName(values.language),
    'Time zone': values.timeZone,
    Country: countryName(values.country),
    'Email domains': values.mailDomains.join(', '),
    'Business hours': businessHoursText({ ...values.businessHours, holidays: [] }),
    Holidays: values.businessHours.holidays.join(', '),
    'Hours until a client waits': `${values.waitingHours}`,
    'Idle lock': `${values.idleLockMinutes} minutes`,
    'Purpose for reading': values.requiresPurpose ? 'required' : 'not required',
    Pseudonyms: values.readsUnderPseudonyms ? 'used' : 'not used',
    'Approval of policies': values.requiresPolicyApproval ? 'required' : 'not required',
    'Approval of data retention': values.requiresRetentionApproval ? 'required' : 'not required',
    'Second step': values.requiresSecondStep ? 'required' : 'not required',
    'Account SID': values.messagingProviderAccountSid,
    'Conversation service SID': values.conversationServiceSid,
    'Integration frequency': `${values.integrationFrequency} minutes`,
    'Initial history date': typedDayText(values.initialHistoryDate) || 'the day on which an account is added',
    ...Object.fromEntries(secrets),
    ...Object.fromEntries(retention),
  }
}

export type ProtectedChange = OrganizationProtection

/** The part of a change that needs approval by a second person. */
export function protectedPart(change: OrganizationChange): ProtectedChange {
  return Object.fromEntries(
    protectedFields.flatMap((field) => (change[field] === undefined ? [] : [[field, change[field]]])),
  )
}

const protectedFields = Object.keys(OrganizationProtection.shape) as (keyof ProtectedChange)[]

/** The fields of that part as they are saved. */
export function protectedValues(organization: Organization): Partial<ProfileValues> {
  const { retention, mailDomains, ...settings } = toValues(organization)
  const { requiresPurpose, readsUnderPseudonyms, requiresPolicyApproval, requiresRetentionApproval } =
    settings
  return {
    retention,
    mailDomains,
    requiresPurpose,
    readsUnderPseudonyms,
    requiresPolicyApproval,
    requiresRetentionApproval,
  }
}
