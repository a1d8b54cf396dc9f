import { type Role, rolePermissions } from '@verbatim/contract/permissions.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '#testing/database.ts'
import type { Caller } from '#testing/caller.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'
import { useTestWorld } from '#testing/test-world.ts'

let world: World
let tenant: WorldTenant
let caller: Caller

useTestWorld(async (opened) => {
  world = opened
  tenant = await world.makeTenant('ours')
  await world.makeTenant('theirs')
  caller = await world.as(tenant, tenant.users.analyst)
})

const messages = '/bff/api/v1/messages'
const at = (host: string, url = messages) => caller.call('GET', url, undefined, { host })

test('a session is valid only at the host of its organization', async () => {
  expect((await at('ours.verbatim.localhost:3000')).status).toBe(200)
  expect((await at('OURS.verbatim.localhost')).status).toBe(200)
  for (const host of ['theirs.verbatim.localhost', 'nobody.verbatim.localhost'])
    expect((await at(host)).json.code, host).toBe('session.mismatch')
  for (const host of ['ours.evil.verbatim.localhost', 'evil', "o'urs.verbatim.localhost"])
    expect((await at(host)).json.code, host).toBe('request.bad-host')
  // It serves only the two pages of single sign-on, and no API.
  expect(await at('redirect.verbatim.localhost')).toMatchObject({
    status: 404,
    json: { code: 'request.not-found' },
  })
})

test('a forwarded host is ignored if a stranger claims it', async () => {
  const forwarded = { host: 'ours.verbatim.localhost', 'x-forwarded-host': 'theirs.verbatim.localhost' }
  expect((await caller.call('GET', messages, undefined, forwarded)).status).toBe(200)
})

test('searches of thousands of words, and of any syntax, are answered', async () => {
  const words = Array.from({ length: 4_000 }, (_, n) => n.toString(36)).join(' ')
  for (const text of [
    words,
    words.replaceAll(' ', ' OR '),
    '('.repeat(5_000),
    '-"'.repeat(4_000),
    'NOT '.repeat(3_000),
  ]) {
    const started = performance.now()
    const { status } = await caller.call(
      'GET',
      `${messages}?search=messageBody:${encodeURIComponent(text.slice(0, 9_000))}`,
    )
    expect([200, 400], text.slice(0, 20)).toContain(status)
    expect(performance.now() - started, text.slice(0, 20)).toBeLessThan(3_000)
  }
})

test('filters with control characters are answered or refused by name', async () => {
  for (const text of ['%00', '%01%1f', '%ed%a0%80', '%F0%9F', "'%5C%22"]) {
    for (const operator of ['eq', 'contains', 'in']) {
      const { status, text: answer } = await caller.call(
        'GET',
        `${messages}?filter=messageBody[${operator}]:${text}`,
      )
      expect([200, 400], `${operator} ${text} ${answer}`).toContain(status)
    }
  }
})

test.each([
  ['local', 'analyst'],
  ['production', 'super_admin'],
])('in environment %s, a role to act in makes a Super Admin act as %s', async (environment, acts) => {
  const separate = await openTestDatabase()
  onTestFinished(() => separate.close())
  await using overridden = await openWorld(separate.url, {
    VERBATIM_ENVIRONMENT: environment,
    ROLE_OVERRIDE: 'Analyst',
    PUBLIC_BASE_URL: 'https://verbatim.example.com',
  })
  const theirs = await overridden.makeTenant('ours')
  const admin = await overridden.as(theirs, theirs.users.super_admin)
  const { permissions } = (await admin.call('GET', '/bff/config')).json
  expect(permissions.toSorted()).toEqual(rolePermissions[acts as Role].toSorted())
  expect((await admin.call('GET', '/audit/events')).status).toBe(acts === 'analyst' ? 403 : 200)
  // The request cannot make a user a platform user.
  const withoutRole = await overridden.as(theirs, theirs.users.none)
  expect((await withoutRole.call('GET', messages)).status).toBe(403)
})
