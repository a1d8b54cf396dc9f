/** Tabs of one browser share a session, and renew its tokens one after another. */
import { setImmediate } from 'node:timers/promises'
import { openTabChannel } from '@verbatim/client/environment.ts'
import { expect, test } from 'vitest'
import { openTestTab } from '#testing/client-environment.ts'
import { testPassword, type TestPool } from '#testing/identity-pool.ts'
import { useTabs } from '#testing/sign-in.ts'
import { useTestPool } from '#testing/test-world.ts'
import { verifyAccessToken } from './sessions.ts'

let pool: TestPool
useTestPool((opened) => {
  pool = opened
})

const openTab = useTabs(() => pool)

type Listener = (message: unknown) => void
/** A channel to the other tabs whose messages go this way to their listener. */
const hearingBy = (pass: (listener: Listener, message: unknown) => void) => (name: string) => {
  const channel = openTabChannel(name)
  return { ...channel, hear: (listener: Listener) => channel.hear((message) => pass(listener, message)) }
}

test('a reload continues the session, and a new tab gets it from the old tab', async () => {
  await pool.add('gerd@example.test')
  const kept = openTestTab()
  const before = openTab({ storage: kept.storage, openChannel: undefined })
  await before.signIn('gerd@example.test', testPassword)
  before.close()
  const after = openTab({ storage: kept.storage })
  expect(await after.restore()).toBe(true)
  const sibling = openTab()
  expect(await sibling.restore()).toBe(true)
  expect(sibling.person()?.email).toBe('gerd@example.test')
  expect(await sibling.accessToken()).toBe(await after.accessToken())
})

test('a new tab waits for a busy tab, and not for a closed one', async () => {
  await pool.add('greta@example.test')
  const busy = openTab({
    openChannel: hearingBy((listener, message) => void setTimeout(listener, 500, message)),
  })
  await busy.signIn('greta@example.test', testPassword)
  const sibling = openTab()
  expect(await sibling.restore()).toBe(true)
  expect(await sibling.accessToken()).toBe(await busy.accessToken())
  busy.close()
  sibling.close()
  await setImmediate()
  let waits = 0
  const alone = openTab({ wait: () => Promise.resolve(void (waits += 1)) })
  expect(await alone.restore()).toBe(false)
  expect(waits).toBe(0)
})

test('tabs that renew at once do not end each other', async () => {
  await pool.add('hilde@example.test')
  const tabs = [openTab(), openTab()]
  await tabs[0]?.signIn('hilde@example.test', testPassword)
  await tabs[1]?.restore()
  for (let round = 0; round < 3; round++) {
    pool.pass(30 * 60_000)
    const tokens = await Promise.all(tabs.map((tab) => tab.accessToken()))
    for (const token of tokens) await verifyAccessToken(pool.ctx, token)
  }
})

test('tabs of a browser without locks that renew within the grace period both continue', async () => {
  await pool.add('hanna@example.test')
  const tabs = [openTab({ locks: undefined }), openTab({ locks: undefined })]
  await tabs[0]?.signIn('hanna@example.test', testPassword)
  await tabs[1]?.restore()
  for (let round = 0; round < 5; round++) {
    pool.pass(30 * 60_000)
    const tokens = await Promise.all(tabs.map((tab) => tab.accessToken()))
    for (const token of tokens) await verifyAccessToken(pool.ctx, token)
  }
})

test('a refresh token that a thief uses later ends the session in every tab', async () => {
  await pool.add('hugo@example.test')
  const kept = openTestTab()
  const tabs = [openTab({ storage: kept.storage }), openTab()]
  await tabs[0]?.signIn('hugo@example.test', testPassword)
  await tabs[1]?.restore()
  const [, stored = ''] =
    /"refresh":"([^"]+)"/.exec(kept.storage.getItem(`verbatim.session.${pool.userPoolId}`) ?? '') ?? []
  pool.pass(30 * 60_000)
  await tabs[0]?.accessToken()
  pool.pass(11_000)
  const thief = await pool.call('GetTokensFromRefreshToken', {
    ClientId: pool.clientId,
    RefreshToken: stored,
  })
  expect(thief.body.__type).toBe('RefreshTokenReuseException')
  pool.pass(30 * 60_000)
  for (const tab of tabs) await expect(tab.accessToken()).rejects.toMatchObject({ code: 'session.expired' })
})

test('a tab that slept through a renewal asks the other tabs before it uses its old token', async () => {
  await pool.add('ina@example.test')
  let asleep = false
  const sleepy = openTab({ openChannel: hearingBy((listener, message) => asleep || listener(message)) })
  const awake = openTab()
  await sleepy.signIn('ina@example.test', testPassword)
  await awake.restore()
  asleep = true
  pool.pass(30 * 60_000)
  await awake.accessToken()
  pool.pass(60_000)
  asleep = false
  expect(await sleepy.accessToken()).toBe(await awake.accessToken())
})

test('another person’s session in a second tab is left alone', async () => {
  await pool.add('jens@example.test')
  await pool.add('karl@example.test')
  const ended = Promise.withResolvers<void>()
  const one = openTab({
    openChannel: hearingBy((listener, message) => {
      listener(message)
      if ((message as { say: string }).say === 'ended') ended.resolve()
    }),
  })
  const two = openTab()
  await one.signIn('jens@example.test', testPassword)
  await two.signIn('karl@example.test', testPassword)
  pool.pass(30 * 60_000)
  await two.accessToken()
  await two.signOut()
  await ended.promise
  expect(one.person()?.email).toBe('jens@example.test')
  await one.accessToken()
})
