import { z } from 'zod'
import { BusinessHours } from './business-hours.ts'
import { countryCodes } from './countries.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion } from './expected-version.ts'
import { TenantId } from './ids.ts'
import { languageCodes } from './languages.ts'
import { MailDomain } from './mail-domains.ts'
import { Logo } from './organization-basics.ts'
import { DataRetention } from './retention.ts'
import { requiredText, text } from './text.ts'
import { wholeNumber } from './whole-number.ts'
import { setOf } from './set-of.ts'
import { day } from './day.ts'

/** Secrets, which no API call returns. The second token is accepted while the first one is being changed. */
export const organizationSecrets = ['apiKey', 'apiSecret', 'authToken', 'authTokenSecondary'] as const
export type OrganizationSecret = (typeof organizationSecrets)[number]

export const organizationSecretNames: Record<OrganizationSecret, string> = {
  apiKey: 'API key',
  apiSecret: 'API secret',
  authToken: 'Auth token',
  authTokenSecondary: 'Secondary auth token',
}

export const organizationLimits = {
  name: 120,
  sid: 64,
  secret: 512,
  idleLockMinutes: { from: 5, to: 480 },
  waitingHours: { from: 1, to: 720 },
  integrationFrequency: { from: 1, to: 1440 },
  logoBytes: 2 * 1024 * 1024,
  mailDomains: 50,
} as const

/** The largest logo that fits. */
export const recommendedLogo = { width: 531, height: 132 } as const

/** The country for numbers without a plus sign. */
export const Country = z.enum(countryCodes, requiredText('Country'))

const MailDomains = setOf(MailDomain).max(
  organizationLimits.mailDomains,
  `You can enter at most ${organizationLimits.mailDomains} domains.`,
)

const Sid = text({ max: organizationLimits.sid }).refine((value) => /^[A-Za-z0-9_-]*$/.test(value), {
  message: 'A SID has only letters and digits.',
})

const Secret = z
  .string()
  .min(1)
  .max(organizationLimits.secret)
  .refine((value) => /^[\x21-\x7e]+$/.test(value), {
    message: 'Use letters, digits and symbols without spaces.',
  })

/** The organization's settings. A secret is shown only by when and by whom it was set. */
export const Organization = z.object({
  tenantId: TenantId,
  name: z.string(),
  language: z.string(),
  timeZone: z.string(),
  /** ISO 3166-1 alpha-2; numbers without a plus sign are read for this country. */
  country: z.string(),
  /** The organization's mail domains, which decide whether journal mail was sent or received. */
  mailDomains: z.array(z.string()),
  logo: Logo.optional(),
  /** Empty if none is set. */
  messagingProviderAccountSid: z.string(),
  conversationServiceSid: z.string(),
  secrets: z.partialRecord(
    z.enum(organizationSecrets),
    z.object({ setAt: z.iso.datetime(), setBy: z.string() }),
  ),
  /** Minutes. */
  integrationFrequency: z.int(),
  /** History is fetched from this day on. If none is set, the day on which the organization was founded, which decides nothing. */
  initialHistoryDate: z.iso.date(),
  /** False: the history of each account begins on the day on which it was added. */
  hasInitialHistoryDate: z.boolean().optional(),
  idleLockMinutes: z.int(),
  businessHours: BusinessHours,
  /** After how many hours without an answer a client counts as waiting. */
  waitingHours: z.int(),
  /** Platform users need a second step to sign in. */
  requiresSecondStep: z.boolean(),
  /** A change of a policy takes effect once a second person approves it. */
  requiresPolicyApproval: z.boolean(),
  /** The same for data retention. Turning either off needs approval too. */
  requiresRetentionApproval: z.boolean(),
  /** Users must state a purpose to read messages without an event. */
  requiresPurpose: z.boolean(),
  /** Readers of messages see pseudonyms of clients and representatives. */
  readsUnderPseudonyms: z.boolean(),
  dataRetention: DataRetention,
  /** Increases with every change; a change names the version that it is based on. */
  version: z.int(),
  /** Absent if nothing has changed since it was founded. */
  changed: z.object({ at: z.iso.datetime(), by: z.string() }).optional(),
})
export type Organization = z.infer<typeof Organization>

/**
 * What a second person approves, if the organization requires it: see `protection.ts` of the server. Changes of retention also need
 * `retention.manage`, and turning pseudonyms off needs `messages.reveal_identity`.
 */
const protection = {
  dataRetention: DataRetention.optional(),
  mailDomains: MailDomains.optional(),
  requiresPurpose: z.boolean().optional(),
  readsUnderPseudonyms: z.boolean().optional(),
  requiresPolicyApproval: z.boolean().optional(),
  requiresRetentionApproval: z.boolean().optional(),
}
export const OrganizationProtection = z.strictObject(protection)
export type OrganizationProtection = z.infer<typeof OrganizationProtection>

const provider = {
  messagingProviderAccountSid: Sid.optional(),
  conversationServiceSid: Sid.optional(),
  /** `null` removes one. Each is also accepted together with the other fields. */
  secrets: z.partialRecord(z.enum(organizationSecrets), Secret.nullable()).optional(),
  apiKey: Secret.nullable().optional(),
  apiSecret: Secret.nullable().optional(),
  authToken: Secret.nullable().optional(),
  authTokenSecondary: Secret.nullable().optional(),
}

const OrganizationFields = z.strictObject({
  ...expectedVersion,
  name: text({ max: organizationLimits.name, min: 1 }).optional(),
  language: z.enum(languageCodes).optional(),
  timeZone: z.string().refine(isTimeZone, { message: 'This time zone doesn’t exist.' }).optional(),
  /** Existing numbers and mail are not read again. */
  country: Country.optional(),
  ...provider,
  integrationFrequency: wholeNumber(organizationLimits.integrationFrequency).optional(),
  /** Today at the latest; `null` sets none. */
  initialHistoryDate: day('Enter a date.').nullable().optional(),
  idleLockMinutes: wholeNumber(organizationLimits.idleLockMinutes).optional(),
  businessHours: BusinessHours.optional(),
  waitingHours: wholeNumber(organizationLimits.waitingHours).optional(),
  requiresSecondStep: z.boolean().optional(),
  ...protection,
})

/** Secrets beside the other fields are the same as those under `secrets`. */
function together<S extends z.infer<typeof ProviderFields>>(given: S) {
  const { apiKey, apiSecret, authToken, authTokenSecondary, secrets, ...change } = given
  const atTop = Object.entries({ apiKey, apiSecret, authToken, authTokenSecondary })
  const beside = atTop.filter(([, secret]) => secret !== undefined)
  return {
    ...change,
    ...((secrets || beside.length > 0) && { secrets: { ...secrets, ...Object.fromEntries(beside) } }),
  }
}

const ProviderFields = z.strictObject(provider)

/** The credentials at the messaging provider alone. */
export const OrganizationConnection = ProviderFields.transform(together)

/** Only the given fields change. */
export const OrganizationChange = OrganizationFields.transform(together)
export type OrganizationChange = z.infer<typeof OrganizationChange>

function isTimeZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const getOrganization = endpoint({
  method: 'GET',
  path: '/bff/organizations',
  response: Organization,
  access: 'organization.view',
})

export const updateOrganization = endpoint({
  method: 'PUT',
  path: '/bff/organizations',
  body: OrganizationChange,
  response: Organization,
  access: 'organization.manage',
  failures: [
    'approval.required',
    'organization.changed',
    'organization.future-history',
    'organization.unknown-zone',
    'organization.needs-second-approver',
    'organization.second-step-kept-elsewhere',
  ],
})

/** The bytes of a PNG or JPEG. We store a picture rendered from it. */
export const setOrganizationLogo = endpoint({
  method: 'PUT',
  path: '/bff/organizations/logo',
  body: z.instanceof(Uint8Array),
  response: Organization,
  access: 'organization.manage',
  failures: ['organization.bad-logo', 'organization.logo-too-large'],
})

export const removeOrganizationLogo = endpoint({
  method: 'DELETE',
  path: '/bff/organizations/logo',
  response: Organization,
  access: 'organization.manage',
})

/** How many messages of a channel would be disposed of; `atLeast` if there are more. */
const Disposed = z.object({ count: z.int(), atLeast: z.literal(true).optional() })

/** What a retention would dispose of now and in the next twelve months. The call disposes of nothing. */
export const forecastRetention = endpoint({
  method: 'POST',
  path: '/bff/organizations/retention/forecast',
  body: z.strictObject({ dataRetention: DataRetention }),
  response: z.object({
    asOf: z.iso.datetime(),
    channels: z.array(z.object({ channel: z.string(), now: Disposed, nextYear: Disposed })),
  }),
  access: 'retention.manage',
})
