import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import type { Caller } from './caller.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { type FakePerson, type FakeTelegram, openFakeTelegram } from './fakes/telegram.ts'
import { openWorld, type World, type WorldTenant } from './world.ts'

/** Telegram can call this installation. */
export const publicUrl = 'https://verbatim.example'
export const accounts = '/external-accounts/api/v1/telegram/accounts'
export const alice: FakePerson = { id: 7_001_001, first_name: 'Alice', last_name: 'Broker', is_bot: false }
export const carl: FakePerson = { id: 5_550_042, first_name: 'Carl', is_bot: false }
export const mallory: FakePerson = { id: 6_660_001, first_name: 'Mallory', is_bot: false }

interface SourcesBed {
  database: TestDatabase
  telegram: FakeTelegram
  world: World
  tenant: WorldTenant
  admin: Caller
}

/** An organization for each test, with the bots and people of a Telegram of its own, that can call this installation. */
export function setUpSources() {
  const bed = {} as SourcesBed
  beforeAll(async () => {
    bed.database = await openTestDatabase()
    bed.telegram = await openFakeTelegram({ now: () => bed.world.ctx.now() })
    bed.world = await openWorld(bed.database.url, { MEDIA_HOSTS: bed.telegram.host })
    await bed.world.app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await bed.world?.[Symbol.asyncDispose]()
    await bed.telegram?.close()
    await bed.database?.close()
  })
  let turn = 0
  beforeEach(async () => {
    turn += 1
    bed.telegram.webhook = { url: '' }
    bed.tenant = await bed.world.makeTenant(`sources-${turn}`)
    bed.admin = await bed.world.as(bed.tenant, bed.tenant.users.tenant_admin)
  })

  const reachable = () => ({
    ...bed.world.ctx,
    config: { ...bed.world.ctx.config, PUBLIC_BASE_URL: publicUrl },
  })

  const settle = async () => {
    while ((await settleRequests(reachable(), bed.tenant.id)) > 0);
  }

  const read = async (id: string) => (await bed.admin.call('GET', `${accounts}/${id}`)).json
  const stateOf = async (id: string) => {
    const { status, problem, address } = await read(id)
    return [status, problem, address]
  }

  async function addBot(given: { token?: string; address?: string } = {}): Promise<string> {
    const { token = bed.telegram.token, address = 'https://t.me/acme_capture_bot' } = given
    const { status, json } = await bed.admin.call('POST', accounts, {
      name: 'Bot',
      address,
      details: { token },
    })
    expect(status).toBe(200)
    await settle()
    return json.id
  }

  const ofAlice = (sourceId: string) => ({ name: 'Alice', ownerId: bed.tenant.representative, sourceId })

  /** A person's account, and the token in the link for its owner. */
  async function addPerson(sourceId: string): Promise<{ id: string; token: string }> {
    const { status, json } = await bed.admin.call('POST', accounts, ofAlice(sourceId))
    expect([status, json.status, json.source]).toEqual([200, 'available', { id: sourceId, name: 'Bot' }])
    return { id: json.id, token: tokenIn(json) }
  }

  function tokenIn({ step }: { step: { kind: string; value: string } }): string {
    expect(step.kind).toBe('open')
    const [, token] = /^https:\/\/t\.me\/acme_capture_bot\?start=([\w-]{32})$/.exec(step.value)!
    return token!
  }

  /** Updates at the port that listens in this test. */
  async function deliver(...updates: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    const { port } = bed.world.app.server.address() as AddressInfo
    for (const update of updates) {
      const { url, ...init } = bed.telegram.request(update)!
      const answer = await fetch(url.replace(publicUrl, `http://localhost:${port}`), init)
      expect([answer.status, await answer.text()]).toEqual([200, ''])
      await bed.world.settle()
    }
  }

  /** The newest first, with the account that it was kept under. */
  const found = async (caller = bed.admin) => {
    const { json } = await caller.call('GET', '/bff/api/v1/messages?limit=50')
    return json.items.map(
      ({ body, direction, accountId }: { body: string; direction: string; accountId: string }) => [
        body,
        direction,
        accountId,
      ],
    )
  }

  async function linkAlice(): Promise<{ bot: string; id: string; connection: string }> {
    const bot = await addBot()
    const { id, token } = await addPerson(bot)
    const connection = bed.telegram.connected(alice)
    await deliver(bed.telegram.started(alice, token), connection)
    expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
    return { bot, id, connection: connection.id }
  }

  return {
    bed,
    reachable,
    settle,
    read,
    stateOf,
    addBot,
    ofAlice,
    addPerson,
    tokenIn,
    deliver,
    found,
    linkAlice,
  }
}
