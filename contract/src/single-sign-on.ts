import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { expectedVersion } from './expected-version.ts'
import { MailDomain } from './mail-domains.ts'
import { text, urlText } from './text.ts'
import { setOf } from './set-of.ts'

export const singleSignOnLimits = { name: 60, issuer: 500, clientId: 200, secret: 512, domains: 50 } as const

const Issuer = z
  .string()
  .trim()
  .max(singleSignOnLimits.issuer)
  .refine((value) => /^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/.test(value) && URL.canParse(value), {
    message: urlText,
  })

const Secret = z
  .string()
  .min(1)
  .max(singleSignOnLimits.secret)
  .regex(/^[\x21-\x7e]+$/, 'Use letters, digits and symbols without spaces.')

/** An organization's own OpenID Connect provider. */
const ProviderSettings = z.object({
  /** The name on the button. */
  name: text({ max: singleSignOnLimits.name, min: 1 }),
  issuer: Issuer,
  clientId: text({ max: singleSignOnLimits.clientId, min: 1 }),
  /** The domains of mail addresses that the provider may vouch for. */
  mailDomains: setOf(MailDomain).min(1, 'Enter at least one domain.').max(singleSignOnLimits.domains),
  /** A new person with such an address is admitted without a role at their first sign-in. */
  createsPeople: z.boolean(),
})
type ProviderSettings = z.infer<typeof ProviderSettings>

export const SingleSignOn = z.object({
  enabled: z.boolean(),
  /** The address for answers that must be registered with the provider. */
  redirectUri: z.string(),
  provider: ProviderSettings.extend({ hasSecret: z.boolean() }).optional(),
  /** People sign in at a user pool of the installation, which has its own settings for this. */
  isKeptElsewhere: z.boolean(),
  version: z.int(),
})
export type SingleSignOn = z.infer<typeof SingleSignOn>

export const SingleSignOnChange = z.strictObject({
  ...expectedVersion,
  enabled: z.boolean(),
  /** If absent, the provider stays as it is; `null` removes it. Another issuer needs its secret again; otherwise the stored one is kept. */
  provider: z
    .strictObject({ ...ProviderSettings.shape, secret: Secret.optional() })
    .nullable()
    .optional(),
})
export type SingleSignOnChange = z.infer<typeof SingleSignOnChange>

export const getSingleSignOn = endpoint({
  method: 'GET',
  path: '/bff/organizations/single-sign-on',
  response: SingleSignOn,
  access: 'organization.view',
})

export const updateSingleSignOn = endpoint({
  method: 'PUT',
  path: '/bff/organizations/single-sign-on',
  body: SingleSignOnChange,
  response: SingleSignOn,
  access: 'organization.manage',
  failures: ['single-sign-on.bad-issuer', 'single-sign-on.changed', 'single-sign-on.kept-elsewhere'],
})
