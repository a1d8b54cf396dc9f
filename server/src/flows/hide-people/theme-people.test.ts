/** Those who wrote about a theme, under pseudonyms. */
import type { MessageId, ThemeId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { followLinks } from '#testing/drilldowns.ts'
import { theirs, useKeyMetrics } from '#testing/key-metrics.ts'
import { insertThemes } from '#testing/themes.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let admin: Caller
useKeyMetrics((opened) => ({ world, tenant, admin } = opened))

/** Of messages of Bob and of Ann, who was merged into Bob; and of one of Ann alone. */
let themes: readonly ThemeId[]
/** All who are known to the organization. */
let people: readonly string[]
beforeAll(async () => {
  const now = world.ctx.now()
  await inTenant(world.ctx.db, tenant.id, async (tx) => {
    const { rows } = await sql<{ id: MessageId; body: string }>`select id, body from message`.execute(tx)
    const thanks = ({ body }: { body: string }) => body.startsWith('Thank you')
    const given = [
      { name: 'Papers', messageIds: rows.filter((one) => !thanks(one)).map(({ id }) => id) },
      { name: 'Thanks', messageIds: rows.filter(thanks).map(({ id }) => id) },
    ]
    themes = await insertThemes(tx, given, now)
    await sql`
      update contact set merged_into = bob.id, archived_at = ${now} from contact bob
      where contact.name = 'Ann Ash' and bob.name = 'Bob Birch'`.execute(tx)
    const known = await sql<{ id: string }>`select id from contact union select id from tenant_user`.execute(
      tx,
    )
    people = known.rows.map(({ id }) => id)
  })
  expect((await admin.call('PUT', '/bff/organizations', { readsUnderPseudonyms: true })).status).toBe(200)
  world.pass(4_000)
})

test('have IDs that others do not know, also as a merged contact, and lead to their messages', async () => {
  const reader = await world.as(tenant, tenant.users.analyst)
  const links: number[] = []
  for (const theme of themes) {
    const { text, json } = await reader.call('GET', `/bff/themes/${theme}?days=60`)
    expect([...people, ...Object.values(theirs)].filter((known) => text.includes(known))).toEqual([])
    links.push(await followLinks(reader, json.people))
    const contacts = await reader.call('GET', `/bff/themes/${theme}/contacts?days=60`)
    expect([...people, ...Object.values(theirs)].filter((known) => contacts.text.includes(known))).toEqual([])
    expect([contacts.json.items.length, contacts.json.total]).toEqual([json.contacts, json.contacts])
    await followLinks(reader, contacts.json.items)
  }
  // Bob with Ann, the representative and the colleague; a stranger has no ID to ask for.
  expect(links).toEqual([3, 1])
})
