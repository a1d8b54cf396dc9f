import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'

/** What people enter about their agent, and what we remember of it. */
const AgentSettings = z.object({
  /** Where the agent answers; entered by people, so it may be any address. */
  serverUrl: z.string().default(''),
  /** The agent's number for our webhook, and its release, for people who look into a fault. */
  webhookId: z.number().optional(),
  serverVersion: z.string().optional(),
  /** Whether the account's address was one of its Apple Account when it was connected; unknown without the Private API. */
  isAlias: z.boolean().optional().catch(undefined),
})

const AgentSecrets = z.object({
  password: z.string().default(''),
  /** Used in place of a signature, because the agent signs nothing: at least 128 bits, which we choose. */
  webhookKey: z.string().default(''),
})

/** Shorter keys could be guessed, so they count as none. In base64url, 22 characters hold 128 bits. */
const shortestKey = 22

/** A Mac that runs the agent. */
export interface Agent {
  readonly serverUrl: URL
  readonly password: string
}

/** The agent of an account; undefined while its address or password is not set. */
export function agentOf({
  settings,
  secrets,
}: Pick<ChannelAccount, 'settings' | 'secrets'>): Agent | undefined {
  const { serverUrl } = AgentSettings.parse(settings)
  const { password } = AgentSecrets.parse(secrets)
  if (!password || !URL.canParse(serverUrl)) return undefined
  return { serverUrl: new URL(serverUrl), password }
}

/** The secret in the account's webhook address; undefined before the account was connected. */
export function webhookKeyOf({ secrets }: Pick<ChannelAccount, 'secrets'>): string | undefined {
  const { webhookKey } = AgentSecrets.parse(secrets)
  return webhookKey.length >= shortestKey ? webhookKey : undefined
}

/** Whether people reached the Apple Account at the address of this account when it was connected. */
export const wasAlias = ({ settings }: Pick<ChannelAccount, 'settings'>): boolean =>
  AgentSettings.parse(settings).isAlias === true
