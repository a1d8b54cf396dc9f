/** The settings that a page needs before and after sign-in. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { TenantId } from './ids.ts'
import { Permission } from './permissions.ts'

/** The service and client for sign-in. Source: docs/rules/settings.md. */
export const CognitoConfig = z.object({
  /** The region is the part before the underscore; `local` is the embedded service. */
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** Not empty if single sign-on is enabled. With `://` it is used unchanged; otherwise `https://` is put before it. */
  identityCognitoDomain: z.string(),
  tenantId: TenantId,
  /** Absent if the pool is at AWS. Ends with a slash. */
  identityEndpoint: z.url().optional(),
  /** The return address of single sign-on; absent if it is off. */
  identityRedirectUri: z.url().optional(),
  /** The page with waiting mail that would otherwise be sent. Present in environment `local` without a mail server. */
  mailbox: z.string().optional(),
})
export type CognitoConfig = z.infer<typeof CognitoConfig>

/** The only call without session headers. */
export const getCognitoConfig = endpoint({
  method: 'GET',
  path: '/config/cognito',
  response: CognitoConfig,
  access: 'anyone',
})

/**
 * The parts of the product that the specification names, and whether this release has them. Our pages are built with it and do not
 * read them.
 */
const features = [
  'singleSignOn',
  'passwordReset',
  'themes',
  'metrics',
  'assistant',
  'insights',
  'messenger',
  'notifications',
  'auditTrail',
  'smtpIntegration',
] as const

export const FeatureConfig = z.object({
  features: z.record(z.enum(features), z.boolean()),
  /** The caller's permissions, only for display: the server checks each call. */
  permissions: z.array(Permission).optional(),
  /** Without activity for this long, the page locks. Set by the organization. */
  idleLockMinutes: z.int().optional(),
  /** No mail server is configured, so mail waits until there is one. */
  mailWaits: z.boolean().optional(),
  /** A malware scanner is configured. */
  scansFiles: z.boolean().optional(),
  /** Lists show pseudonyms of clients and representatives. Set by the organization. */
  readsUnderPseudonyms: z.boolean().optional(),
})
export type FeatureConfig = z.infer<typeof FeatureConfig>

export const getFeatureConfig = endpoint({
  method: 'GET',
  path: '/bff/config',
  response: FeatureConfig,
  access: 'signed-in',
})

/**
 * The addresses for calls, which the page reads at its start. An empty `API_URL` is the page's own address; another empty one is
 * `API_URL`. Source: docs/rules/settings.md.
 */
export const RuntimeConfig = z.object({
  API_URL: z.string(),
  MESSENGER_API_URL: z.string(),
  INTEGRATIONS_API_URL: z.string(),
  APP_RELEASE_VERSION: z.string().default('0.0.1'),
})
export type RuntimeConfig = z.infer<typeof RuntimeConfig>

export const getRuntimeConfig = endpoint({
  method: 'GET',
  path: '/config.json',
  response: RuntimeConfig,
  access: 'anyone',
})
