/** An organization whose account is connected to an agent of iMessage, for the tests of one file. */
import type { AccountId } from '@verbatim/contract/ids.ts'
import { afterAll, beforeAll } from 'vitest'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { type FakeBlueBubbles, openFakeBlueBubbles } from './fakes/bluebubbles.ts'
import { openWorld, type World, type WorldTenant } from './world.ts'

interface AgentBed {
  world: World
  agent: FakeBlueBubbles
  tenant: WorldTenant
  accountId: AccountId
}

export function useAgentAccount(label: string): AgentBed {
  const bed = {} as AgentBed
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase()
    bed.agent = await openFakeBlueBubbles()
    bed.world = await openWorld(database.url, { MEDIA_HOSTS: bed.agent.host })
    // No day ends during the tests: at its beginning, the week before would be compared.
    bed.world.passToNoon()
    bed.tenant = await bed.world.makeTenant(label)
    const admin = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
    const details = { serverUrl: bed.agent.serverUrl, password: bed.agent.password }
    const account = { name: 'Ana', address: bed.agent.signedIn, details }
    const { json } = await admin.call('POST', '/external-accounts/api/v1/imessage/accounts', account)
    bed.accountId = json.id
    while ((await settleRequests(bed.world.ctx, bed.tenant.id)) > 0);
  }, 60_000)
  afterAll(async () => {
    await bed.world?.[Symbol.asyncDispose]()
    await bed.agent?.close()
    await database?.close()
  })
  return bed
}
