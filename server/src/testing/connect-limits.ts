import type { CallLimits, ConnectLimits } from '#channels/provider-calls.ts'

/** What an account remembers while it is connected, without a database. */
export function withMemory(limits: CallLimits): ConnectLimits & { settings: Record<string, unknown> } {
  const memory: ReturnType<typeof withMemory> = {
    ...limits,
    settings: {},
    remembered: () => Promise.resolve(memory.settings),
    remember: (more) => Promise.resolve(void (memory.settings = { ...memory.settings, ...more })),
  }
  return memory
}
