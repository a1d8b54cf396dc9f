import { expect } from 'vitest'
import type { Caller } from './caller.ts'
import type { World } from './world.ts'

/** Makes the policy that tests break, and waits until it is in force: it forbids "off the record". */
export async function forbidOffTheRecord(world: World, caller: Caller): Promise<void> {
  const answer = await caller.call('POST', '/bff/api/v1/topic', {
    name: 'Off the record',
    severity: 'high',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [{ name: 'Secrecy', type: 'phrase', pattern: 'off the record', scope: 'message', conditions: {} }],
  })
  expect(answer.status).toBe(200)
  world.pass(4_000)
}
