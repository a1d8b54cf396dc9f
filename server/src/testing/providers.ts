import { PermissionProfileId, TenantId } from '@verbatim/contract/ids.ts'
import type { ProviderKind } from '@verbatim/contract/insight-providers.ts'
import { afterAll, beforeEach } from 'vitest'
import { type Asking, type Connection, Refused, type Thing } from '#flows/embed-insights/port.ts'
import { type FakeMetabase, openFakeMetabase } from './fakes/metabase.ts'
import { type FakeQuickSight, openFakeQuickSight } from './fakes/quicksight.ts'
import { fakeEmbeddedId, type FakeSuperset, openFakeSuperset } from './fakes/superset.ts'

export const origin = 'http://desk.verbatim.localhost:3000'
export const things: Readonly<Record<ProviderKind, Thing>> = {
  quicksight: { type: 'dashboard', externalId: 'desk' },
  metabase: { type: 'dashboard', externalId: '7' },
  superset: { type: 'dashboard', externalId: fakeEmbeddedId },
}

export const [ours, theirs] = [
  '018f0000-0000-7000-8000-000000000001',
  '018f0000-0000-7000-8000-000000000002',
].map((id) => TenantId.parse(id)) as [TenantId, TenantId]

export const [north, south] = [
  '018f0000-0000-7000-8000-00000000000a',
  '018f0000-0000-7000-8000-00000000000b',
].map((id) => PermissionProfileId.parse(id)) as [PermissionProfileId, PermissionProfileId]

export const filters = { tenantId: ours, profileIds: [north] }
export const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error !== undefined && !(error instanceof Refused)) throw error
  return error?.refusal
}

export const problemIn = async (work: Promise<unknown>) => {
  const refusal = await refusalOf(work)
  return refusal?.kind === 'problem' ? refusal.problem : refusal?.kind
}

/** A fake of each provider, with rows of two organizations, and what we ask it with. */
export async function openProviders() {
  let passed = 0
  const now = () => new Date(Date.parse('2026-11-26T10:00:00Z') + passed)
  const fakes: { quicksight: FakeQuickSight; metabase: FakeMetabase; superset: FakeSuperset } = {
    quicksight: await openFakeQuickSight(now),
    metabase: await openFakeMetabase(now),
    superset: await openFakeSuperset(now),
  }

  afterAll(async () => {
    await Promise.all(Object.values(fakes).map((fake) => fake.close()))
  })

  beforeEach(() => {
    passed = 0
    for (const fake of Object.values(fakes)) {
      fake.failing = undefined
      fake.rows = [
        { tenantId: ours, profileId: north, words: 'ours north' },
        { tenantId: ours, profileId: south, words: 'ours south' },
        { tenantId: theirs, profileId: north, words: 'theirs' },
      ]
    }
  })

  function connectionTo(kind: ProviderKind, over: Partial<Connection> = {}): Connection {
    const { quicksight, metabase, superset } = fakes
    const usual = {
      kind,
      address: fakes[kind].address,
      region: '',
      accountId: '',
      namespace: 'default',
      user: '',
      secret: '',
      apiKey: '',
      tenantFilter: 'tenant_id',
      profileFilter: 'profile_id',
      sessionMinutes: 60,
    }
    const own = {
      quicksight: {
        region: quicksight.region,
        accountId: quicksight.accountId,
        user: quicksight.accessKeyId,
        secret: quicksight.secretAccessKey,
      },
      metabase: { secret: metabase.secret, apiKey: metabase.apiKey },
      superset: { user: superset.user, secret: superset.password },
    }[kind]
    return { ...usual, ...own, ...over }
  }

  function asking(over: Partial<Asking> = {}): Asking {
    const extraHosts = Object.values(fakes).map(({ host }) => host)
    return { origin, now: now(), extraHosts, signal: new AbortController().signal, ...over }
  }

  /** What a reader's browser shows of an address. */
  async function shownAt({ url, guestToken }: { url: string; guestToken?: string }): Promise<string> {
    const address = guestToken ? `${fakes.superset.address}/api/v1/chart/data` : url
    const headers = { referer: `${origin}/`, ...(guestToken && { 'x-guesttoken': guestToken }) }
    return (await fetch(address, { headers })).text()
  }

  return { fakes, now, pass: (ms: number) => void (passed += ms), connectionTo, asking, shownAt }
}
