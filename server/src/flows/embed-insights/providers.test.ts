/** Each provider, asked over the wire: what it shows, what it refuses, and how it fails. */
import { providerKinds } from '@verbatim/contract/insight-providers.ts'
import { describe, expect, test } from 'vitest'
import { fakeEmbeddedId } from '#testing/fakes/superset.ts'
import { filters, north, openProviders, origin, ours, problemIn, south, things } from '#testing/providers.ts'
import type { Connection } from './port.ts'
import { providerOf } from './providers.ts'

const { fakes, now, pass, connectionTo, asking, shownAt } = await openProviders()

describe.each(providerKinds)('%s', (kind) => {
  const provider = providerOf[kind]
  const open = (over?: Partial<Connection>) =>
    provider.open(connectionTo(kind, over), things[kind], filters, asking())

  test('accepts valid credentials, and explains what is wrong with others', async () => {
    expect(await problemIn(provider.test(connectionTo(kind), asking()))).toBeUndefined()
    const wrong = provider.test(
      connectionTo(kind, { secret: 'another', user: fakes.superset.user }),
      asking(),
    )
    expect(await problemIn(wrong)).toBe(kind === 'metabase' ? 'secret' : 'credentials')
  })

  test('shows rows of the organization and of the profiles alone, until its session ends', async () => {
    expect(await problemIn(provider.check(connectionTo(kind), things[kind], asking()))).toBeUndefined()
    const opened = await open()
    const shown = await shownAt(opened)
    expect(shown).toContain('1 rows')
    expect(shown).toContain('ours north')
    const minutes = kind === 'superset' ? 5 : 60
    expect(opened.endsAt).toEqual(new Date(now().getTime() + minutes * 60_000))
    const late = await open()
    pass(minutes * 60_000 + 1_000)
    expect(await shownAt(late)).not.toContain('ours')
  })

  test('a foreign ID is missing', async () => {
    const externalId = {
      quicksight: 'nothing',
      metabase: '8',
      superset: '00000000-0000-4000-8000-000000000000',
    }[kind]
    expect(
      await problemIn(provider.check(connectionTo(kind), { type: 'dashboard', externalId }, asking())),
    ).toBe('missing')
  })

  test('a failure is named, and no redirect is followed', async () => {
    const check = () => problemIn(provider.check(connectionTo(kind), things[kind], asking()))
    const named = { 401: 'credentials', 403: 'not-allowed', 429: 'busy', 500: 'failed', 503: 'busy' }
    for (const [status, name] of Object.entries(named)) {
      fakes[kind].failing = { status: Number(status) }
      expect([status, await check()]).toEqual([status, name])
    }
    const elsewhere = fakes[kind === 'metabase' ? 'superset' : 'metabase']
    fakes[kind].failing = { location: `${elsewhere.address}/api/user/current` }
    const before = elsewhere.asked.length
    expect(await check()).toBe('not-understood')
    expect(elsewhere.asked.length).toBe(before)
    fakes[kind].failing = 'silent'
    const signal = AbortSignal.timeout(200)
    expect(await problemIn(provider.check(connectionTo(kind), things[kind], asking({ signal })))).toBe(
      'timeout',
    )
  })

  test('no address of a private network is called, nor one without encryption', async () => {
    const hosts = [
      '127.0.0.1:9',
      '169.254.169.254',
      '2130706433',
      '0x7f.1',
      '[::ffff:7f00:1]',
      '[::1]',
      '10.1.2.3',
    ]
    for (const address of [...hosts.map((host) => `https://${host}`), fakes[kind].address]) {
      const before = fakes[kind].asked.length
      const asked = provider.check(connectionTo(kind, { address }), things[kind], asking({ extraHosts: [] }))
      expect([address, await problemIn(asked)]).toEqual([address, 'private-address'])
      expect(fakes[kind].asked.length).toBe(before)
    }
  })
})

test('an address of QuickSight is for the organization’s page, one dashboard and one use', async () => {
  const opened = await providerOf.quicksight.open(
    connectionTo('quicksight'),
    things.quicksight,
    filters,
    asking(),
  )
  const session = fakes.quicksight.sessions.get(opened.url.split('/').at(-1)!)
  expect(session).toMatchObject({
    AllowedDomains: [origin],
    AuthorizedResourceArns: ['arn:aws:quicksight:eu-central-1:123456789012:dashboard/desk'],
    ExperienceConfiguration: { Dashboard: { InitialDashboardId: 'desk' } },
    SessionLifetimeInMinutes: 60,
  })
  expect(await shownAt(opened)).toContain('ours north')
  expect(await shownAt(opened)).not.toContain('ours')
})

test('a guest token of Superset that would outlive the session is refused', async () => {
  const open = () => providerOf.superset.open(connectionTo('superset'), things.superset, filters, asking())
  fakes.superset.guestSeconds = 3_600
  expect(await problemIn(open())).toBeUndefined()
  fakes.superset.guestSeconds = 86_400
  expect(await problemIn(open())).toBe('token-too-long')
  fakes.superset.guestSeconds = 300
})

test('Superset gets nothing about the reader', async () => {
  fakes.superset.guests.length = 0
  await providerOf.superset.open(connectionTo('superset'), things.superset, filters, asking())
  expect(fakes.superset.guests).toEqual([
    {
      user: { username: 'verbatim-reader', first_name: 'Verbatim', last_name: 'reader' },
      resources: [{ type: 'dashboard', id: fakeEmbeddedId }],
      rls: [{ clause: `tenant_id = '${ours}' AND profile_id IN ('${north}')` }],
    },
  ])
})

test('a token of Metabase that was changed or is too old shows no row', async () => {
  const opened = await providerOf.metabase.open(connectionTo('metabase'), things.metabase, filters, asking())
  const [head, payload = '', signature] = new URL(opened.url).pathname.split('/').at(-1)!.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  claims.params.profile_id = [north, south]
  const changed = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
  const at = (token: string) => shownAt({ url: `${fakes.metabase.address}/embed/dashboard/${token}` })
  expect(await at(changed)).toBe('Message seems corrupt or manipulated')
  expect(await at([head, payload, signature].join('.'))).toContain('1 rows')
})
