/** The organization's connection to its messaging provider, which its numbers belong to. */
import { z } from 'zod'
import { providedChannels } from './channels.ts'
import { connectionProblems } from './connection-problems.ts'
import { endpoint } from './endpoint.ts'
import { OrganizationConnection } from './organizations.ts'

const ofType = z.object({ type: z.enum(providedChannels) })
const path = '/v1/connections/:type'

/**
 * `not-configured`: credentials are missing. `connected`: at least one account of the channel is. Otherwise one waits for the provider
 * (`in-progress`), or is not connected (`failed`), or there is none (`not-connected`).
 */
const connectionStatuses = ['not-configured', 'not-connected', 'in-progress', 'connected', 'failed'] as const

export const ProviderConnection = z.object({
  status: z.enum(connectionStatuses),
  /** Why the newest of its accounts that are not connected is not. */
  problem: z.enum(connectionProblems).optional(),
})
export type ProviderConnection = z.infer<typeof ProviderConnection>

export const getProviderConnection = endpoint({
  method: 'GET',
  path,
  params: ofType,
  response: ProviderConnection,
  access: 'integrations.view',
})

/** Sets credentials; an absent one stays, and `null` removes a secret. */
export const setProviderConnection = endpoint({
  method: 'POST',
  path,
  params: ofType,
  body: z.strictObject({ attributes: OrganizationConnection }),
  response: ProviderConnection,
  access: 'organization.manage',
})

export const ProviderNumber = z.object({
  address: z.string(),
  /** What people call it at the provider. */
  label: z.string().optional(),
  /** Something else at the provider takes its messages. */
  isTaken: z.boolean(),
  /** An account has it. */
  isConnected: z.boolean(),
})
export type ProviderNumber = z.infer<typeof ProviderNumber>

/** What the provider may refuse: a key with its secret, each token by itself, and the conversation service if it has none of that SID. */
const providerCredentials = ['apiKey', 'authToken', 'authTokenSecondary', 'conversationService'] as const
export type ProviderCredential = (typeof providerCredentials)[number]

const ProviderNumbers = z.object({
  /** Why there are none to choose from. */
  problem: z.enum(connectionProblems).optional(),
  numbers: z.array(ProviderNumber),
  /** Which of the credentials it refuses. Without a problem, another token works; a conversation service never is one. */
  refused: z.array(z.enum(providerCredentials)),
})
export type ProviderNumbers = z.infer<typeof ProviderNumbers>

/** Asks the provider now, which also shows whether the credentials are right. */
export const listProviderNumbers = endpoint({
  method: 'GET',
  path: `${path}/numbers`,
  params: ofType,
  response: ProviderNumbers,
  access: 'integrations.manage',
})
