import { afterEach } from 'vitest'
import { type FakeBlueBubbles, openFakeBlueBubbles } from './fakes/bluebubbles.ts'

/** @returns Opens an agent, which is closed after its test. */
export function useAgents(): (options?: { readonly password?: string }) => Promise<FakeBlueBubbles> {
  const opened: FakeBlueBubbles[] = []
  afterEach(async () => {
    for (const agent of opened.splice(0)) await agent.close()
  })
  return async (options = {}) => {
    const agent = await openFakeBlueBubbles(options)
    opened.push(agent)
    return agent
  }
}
