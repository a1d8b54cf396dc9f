/** A file is downloaded by its user for as long as they may see everything in it, not only as long as they may make such files. */
import { channels } from '@verbatim/contract/channels.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { addUser } from '#testing/users.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { runExports } from './run-exports.ts'

let world: World
let ours: WorldTenant
useTestWorld(async (opened) => {
  world = opened
  ours = await world.makeTenant('ours')
})

let made = 0
/** A reader with these permissions, and what gives them others. */
async function readerWith(permissions: readonly Permission[]) {
  const names = { firstName: 'Rea', lastName: `Reader ${++made}`, role: 'none' } as const
  const grant = { name: `Profile ${made}`, channels, groupIds: 'all' as const, permissions }
  const { caller } = await addUser(world, ours, { email: `r${made}@ours.example`, ...names }, grant)
  const give = async (others: readonly Permission[]) => {
    await inTenant(world.ctx.db, ours.id, (tx) =>
      sql`update permission_profile set permissions = ${[...others]} where name = ${grant.name}`.execute(tx),
    )
    world.pass(5_000)
  }
  return { caller, give }
}

/** Makes a file. @returns Whether it can be downloaded now, or the code of the refusal. */
async function exported(caller: Caller, path: string) {
  const { status, json, text } = await caller.call('POST', path, { format: 'csv' })
  expect(status, text).toBe(202)
  while ((await runExports(world.ctx, ours.id)) > 0);
  const url = `/bff/api/v1/exports/${json.exportId}/file`
  return async () => {
    const file = await caller.call('GET', url)
    return file.status === 200 ? 'file' : file.json.code
  }
}

const conversations = '/bff/dashboards/digital/conversations/export?days=30'
const kinds: readonly [string, string, Permission[], Permission][] = [
  ['what conversations are about', conversations, ['metrics.digital'], 'themes.view'],
  [
    'messages that were found in the text of attachments',
    '/bff/api/v1/messages/export?search=messageBody:fund',
    ['messages.view', 'messages.export'],
    'messages.view_attachments',
  ],
  ['a trail that names messages', '/audit/events/export', ['audit.view', 'audit.export'], 'messages.view'],
]

test.each(kinds)('a file with %s is withdrawn with the permission for it', async (_, path, needed, part) => {
  const { caller, give } = await readerWith([...needed, part])
  const fetched = await exported(caller, path)
  expect(await fetched()).toBe('file')
  await give(needed)
  expect(await fetched()).toBe('export.withdrawn')
  await give([...needed, part])
  expect(await fetched()).toBe('file')
})

test.each(kinds)(
  'a file without %s stays, whatever its user may see since',
  async (_, path, needed, part) => {
    const { caller, give } = await readerWith(needed)
    const fetched = await exported(caller, path)
    await give([...needed, part])
    expect(await fetched()).toBe('file')
    await give(needed)
    expect(await fetched()).toBe('file')
  },
)

test('messages that were listed without a search stay when attachments can no longer be read', async () => {
  const needed: Permission[] = ['messages.view', 'messages.export']
  const { caller, give } = await readerWith([...needed, 'messages.view_attachments'])
  const fetched = await exported(caller, '/bff/api/v1/messages/export')
  await give(needed)
  expect(await fetched()).toBe('file')
})

test('a file of an earlier release, which did not note what it was made with, needs all of it', async () => {
  const { caller, give } = await readerWith(['metrics.digital', 'themes.view', 'themes.manage'])
  const fetched = await exported(caller, conversations)
  await inTenant(world.ctx.db, ours.id, (tx) => sql`update export set permissions = null`.execute(tx))
  expect(await fetched()).toBe('file')
  await give(['metrics.digital', 'themes.view'])
  expect(await fetched()).toBe('export.withdrawn')
})

test('files that were exported before an organization reads under pseudonyms stay, also a trail with the names of contacts', async () => {
  const asked: Permission[] = [
    'messages.view',
    'messages.export',
    'audit.view',
    'audit.export',
    'contacts.view',
  ]
  const { caller } = await readerWith(asked)
  const owner = await world.as(ours, ours.users.super_admin)
  const messages = await exported(caller, '/bff/api/v1/messages/export')
  const trail = await exported(caller, '/audit/events/export')
  expect((await owner.call('PUT', '/bff/organizations', { readsUnderPseudonyms: true })).status).toBe(200)
  world.pass(5_000)
  expect([await messages(), await trail()]).toEqual(['file', 'file'])
})

test('a trail that was made under pseudonyms is withdrawn with the permission to list those it names', async () => {
  const needed: Permission[] = ['audit.view', 'audit.export', 'messages.reveal_identity']
  const { caller, give } = await readerWith([...needed, 'contacts.view'])
  const trail = await exported(caller, '/audit/events/export')
  expect(await trail()).toBe('file')
  await give(needed)
  expect(await trail()).toBe('export.withdrawn')
})
