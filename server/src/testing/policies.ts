import { expect } from 'vitest'
import type { Caller } from './caller.ts'
import type { World } from './world.ts'

/** Creates the policy that tests break, which forbids "off the record", and waits until it is in force. @returns its ID */
export async function forbidOffTheRecord(world: World, caller: Caller): Promise<string> {
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
  return answer.json.id
}
