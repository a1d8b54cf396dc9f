import type { Channel } from '@verbatim/contract/channels.ts'
import type { CallLimits } from '#channels/connector.ts'

const timeoutMs = 20_000

/** For calls to a provider, or to the operator's own agent for a channel. */
export function callLimits(
  {
    mediaHosts,
    agentUrls,
  }: {
    readonly mediaHosts: readonly string[]
    readonly agentUrls: Readonly<Partial<Record<Channel, string>>>
  },
  channel: Channel,
): CallLimits {
  const agentUrl = agentUrls[channel]
  return { timeoutMs, extraHosts: mediaHosts, ...(agentUrl && { agentUrl }) }
}
