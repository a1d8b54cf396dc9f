/** A provider with insights, and the frames in which browsers open these. */
import { afterAll } from 'vitest'
import { ask, type Caller, done } from './caller.ts'
import { type FakeMetabase, openFakeMetabase } from './fakes/metabase.ts'
import { useTestWorld } from './test-world.ts'
import type { World, WorldTenant } from './world.ts'

export const providersUrl = '/bff/api/v1/insight-providers'

/** A world that reaches a Metabase of its own, for all tests of a file. */
export function setUpMetabase(prepare: (world: World, metabase: FakeMetabase) => Promise<void>): void {
  let world: World
  let metabase: FakeMetabase
  useTestWorld(
    async (opened) => {
      world = opened
      await prepare(world, metabase)
    },
    async () => {
      metabase = await openFakeMetabase(() => world.ctx.now())
      return { MEDIA_HOSTS: metabase.host }
    },
  )
  afterAll(() => metabase?.close())
}

export const metabaseDraft = ({ address, secret, apiKey }: FakeMetabase, over: object = {}) => ({
  name: 'Desk dashboards',
  kind: 'metabase',
  address,
  secret,
  apiKey,
  ...over,
})

/** Connects a provider, and makes an insight of its dashboard. */
export async function embedIn(
  caller: Caller,
  metabase: FakeMetabase,
  { name, ...over }: { readonly name: string; readonly [field: string]: unknown },
): Promise<{ readonly id: string }> {
  const { id: providerId } = await done(caller.call('POST', providersUrl, metabaseDraft(metabase, { name })))
  return done(caller.call('POST', '/bff/insights', { name, providerId, externalId: '7', ...over }))
}

export const dashboardUrl = (insightId: string | undefined) =>
  `/bff/reports/dashboard-url?dashboard-id=${insightId}`

/** The cookie that an answer sets. */
export const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).replace(/;.*/s, '')

/** What a browser gets for an address in a frame of an organization's page. */
export const frameOf = (
  { app }: World,
  { label }: WorldTenant,
  url: string,
  headers: Record<string, string> = {},
) =>
  ask(app, {
    method: 'GET',
    url,
    headers: {
      host: `${label}.verbatim.localhost:3000`,
      'sec-fetch-dest': 'iframe',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
  })

/** The address of the provider in a page. */
export const providerUrl = (text: string) => /data-url="([^"]+)"/.exec(text)?.[1]?.replaceAll('&#38;', '&')

/** What that address shows. */
export async function rowsIn(text: string, { label }: WorldTenant): Promise<string> {
  const url = providerUrl(text)
  if (!url) return '0 rows'
  const origin = `http://${label}.verbatim.localhost:3000`
  return (await fetch(url, { headers: { referer: `${origin}/` } })).text()
}
