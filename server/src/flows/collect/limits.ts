import type { CallLimits, ChannelVariables } from '#channels/provider-calls.ts'

const timeoutMs = 20_000

interface LimitsContext {
  readonly mediaHosts: readonly string[]
  readonly channelVariables: ChannelVariables
}

/** For calls to a provider, or to the operator's own agent for a channel. */
export function callLimits({ mediaHosts, channelVariables }: LimitsContext): CallLimits {
  return { timeoutMs, extraHosts: mediaHosts, variables: channelVariables }
}
