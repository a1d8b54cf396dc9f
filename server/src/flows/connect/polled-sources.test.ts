/** A bot that Telegram cannot deliver to, or that Telegram holds up. */
import { expect, test, vi } from 'vitest'
import { findCollectors } from '#channels/registry.ts'
import type { AccountId } from '@verbatim/contract/ids.ts'
import { findGaps } from '#domains/accounts/gaps.ts'
import { openCollecting } from '#flows/collect/collect.ts'
import { checkAccounts } from '#flows/watch-accounts/check-accounts.ts'
import { inTenant } from '#platform/db.ts'
import { accounts, alice, carl, setUpSources } from '#testing/sources.ts'

const { bed, settle, read, stateOf, addBot, addPerson, deliver, found } = setUpSources()

test('where Telegram cannot call, the bot is polled by one process, until it is delivered to', async () => {
  const { json } = await bed.admin.call('POST', accounts, {
    name: 'Bot',
    address: '@acme_capture_bot',
    details: { token: bed.telegram.token, fetchesUpdates: true },
  })
  const bot: string = json.id
  await settle()
  const { id, token } = await addPerson(bot)
  const collecting = openCollecting(bed.world.ctx, { holder: 'one', collectors: findCollectors() })
  const connection = bed.telegram.connected(alice)
  const said = bed.telegram.businessMessage(connection.id, {
    from: carl,
    peer: carl,
    fields: { text: 'Fetched' },
  })
  bed.telegram.keep(bed.telegram.started(alice, token), connection)
  try {
    await collecting.tick()
    await vi.waitUntil(() => bed.telegram.waiting.length === 0, { timeout: 5_000, interval: 10 })
    await bed.world.settle()
    bed.telegram.keep(said)
    await vi.waitUntil(() => bed.telegram.waiting.length === 0, { timeout: 5_000, interval: 10 })
    await bed.world.settle()
    expect(await stateOf(id)).toEqual(['active', undefined, String(alice.id)])
    expect(await found()).toContainEqual(['Fetched', 'inbound', id])
    const health = async () => (await bed.admin.call('GET', `/bff/api/v1/accounts/${bot}`)).json
    expect(await health()).toMatchObject({ webhookUrl: null, isFetched: true })

    const { version } = await read(bot)
    const change = { expectedVersion: version, details: { fetchesUpdates: false } }
    expect((await bed.admin.call('PUT', `${accounts}/${bot}`, change)).status).toBe(200)
    await collecting.tick()
    await vi.waitUntil(() => collecting.accountIds.length === 0, { timeout: 5_000, interval: 10 })
    await settle()
    await collecting.tick()
    expect(collecting.accountIds).toEqual([])
    expect((await health()).isFetched).toBe(false)
  } finally {
    await collecting.close()
  }
  // An update that was fetched and not confirmed comes again.
  await deliver(said)
  expect((await found()).filter(([body]: string[]) => body === 'Fetched')).toHaveLength(1)
})

test('Telegram’s refusals are shown, and its requests to wait are followed', async () => {
  const problemOf = async (given: { token?: string; address?: string }) =>
    (await read(await addBot(given))).problem
  expect(await problemOf({ token: '1:AAAAAAAAAAAAAAA', address: '@wrong_token' })).toBe('credentials-refused')
  expect(await problemOf({ address: '@another_bot' })).toBe('address-differs')

  bed.telegram.failing = { status: 429, description: 'Too Many Requests: retry after 14', retryAfter: 14 }
  const id = await addBot()
  expect((await read(id)).request).toBe('connect')
  bed.telegram.failing = undefined
  bed.world.pass(13_000)
  await settle()
  expect((await read(id)).status).toBe('available')
  bed.world.pass(2_000)
  await settle()
  expect((await read(id)).status).toBe('active')
})

test('a bot that is asked for again is connected once a process fetches its updates', async () => {
  const { json } = await bed.admin.call('POST', accounts, {
    name: 'Bot',
    address: '@acme_capture_bot',
    details: { token: bed.telegram.token, fetchesUpdates: true },
  })
  const bot = json.id as AccountId
  await settle()
  const collectFor = async (holder: string) => {
    const collecting = openCollecting(bed.world.ctx, { holder, collectors: findCollectors() })
    await collecting.tick()
    bed.telegram.keep(bed.telegram.connected(alice))
    await vi.waitUntil(() => bed.telegram.waiting.length === 0, { timeout: 5_000, interval: 10 })
    await collecting.close()
  }
  const gaps = async () =>
    (await inTenant(bed.world.ctx.db, bed.tenant.id, (tx) => findGaps(tx, bot))).map(
      ({ problem, endedAt }) => [problem, endedAt !== undefined],
    )
  await collectFor('one')
  bed.world.pass(3 * 60_000)
  await checkAccounts(bed.world.ctx, bed.tenant.id)
  expect(await gaps()).toEqual([['not-running', false]])
  const { version } = await read(bot)
  const asked = await bed.admin.call('POST', `${accounts}/${bot}/request-reconnect`, {
    expectedVersion: version,
  })
  expect(asked.status).toBe(200)
  await settle()
  expect(await stateOf(bot)).toEqual(['active', undefined, '@acme_capture_bot'])
  expect(await gaps()).toEqual([['not-running', false]])
  await collectFor('two')
  expect(await gaps()).toEqual([['not-running', true]])
})
