/** Clients who are named in Key Metrics and themes: who looked at them is in the audit trail. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { type Caller, done } from '#testing/caller.ts'
import { useKeyMetrics } from '#testing/key-metrics.ts'
import { insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
let northerner: Caller
useKeyMetrics((opened) => ({ world, tenant, admin, northerner } = opened))

interface Entry {
  readonly changes: readonly { readonly field: string; readonly new: unknown }[]
  readonly counts: { readonly found: number }
}

/** Where contacts were listed, with how many of them, and what the reader might see. */
async function listed() {
  const trail = '/audit/events?filter=eventType[eq]:contacts_listed&limit=50'
  const { items } = await done(admin.call('GET', trail))
  return (items as readonly Entry[]).map(({ changes, counts: { found } }) => {
    const valueOf = (name: string) => changes.find(({ field }) => field === name)?.new
    return { found, shownIn: valueOf('shownIn'), scope: valueOf('accessScope'), asked: valueOf('kind') }
  })
}

test('each list of clients is one entry for all its pages, with its question, its scope and the number of clients', async () => {
  expect(await listed()).toEqual([])
  for (const page of ['limit=1', 'limit=1&skip=1'])
    for (const [path, question] of [
      ['digital/contacts', 'kind=engaged'],
      ['digital/conversations', ''],
      ['sales/waiting-clients', ''],
      ['sales/bursts', 'kind=answered'],
    ])
      await done(northerner.call('GET', `/bff/dashboards/${path}?${question}&days=30&${page}`))
  const entries = await listed()
  const scope = expect.stringMatching(/ in one group$/)
  expect(entries.toSorted((one, other) => one.found - other.found)).toEqual([
    { found: 1, shownIn: 'Key Metrics', scope, asked: undefined },
    { found: 2, shownIn: 'Key Metrics', scope, asked: expect.anything() },
    { found: 2, shownIn: 'Key Metrics', scope, asked: expect.anything() },
    { found: 4, shownIn: 'Key Metrics', scope, asked: undefined },
  ])
})

test('a theme counts as a list of clients if people from outside wrote about it', async () => {
  const ofThemes = async () => (await listed()).filter(({ shownIn }) => shownIn === 'a theme')
  const [asked, sent] = await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { rows } = await sql<{
      id: MessageId
      direction: string
    }>`select id, direction from message`.execute(tx)
    const of = (direction: string) => rows.filter((one) => one.direction === direction).map(({ id }) => id)
    const given = [
      { name: 'Asked', messageIds: of('inbound') },
      { name: 'Sent', messageIds: of('outbound') },
    ]
    return insertThemes(tx, given, world.ctx.now())
  })
  await done(admin.call('GET', `/bff/themes/${sent}?days=60`))
  expect(await ofThemes()).toEqual([])
  await done(admin.call('GET', `/bff/themes/${asked}?days=60`))
  expect(await ofThemes()).toMatchObject([{ found: 3 }])
})
