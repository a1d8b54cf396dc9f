import { expect, test } from 'vitest'
import type { Caller } from '#testing/caller.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let reviewer: Caller
let analyst: Caller

useTenants('views', async (made, opened) => {
  world = opened
  tenant = made
  reviewer = await world.as(tenant, tenant.users.compliance)
  analyst = await world.as(tenant, tenant.users.analyst)
})

const path = '/bff/api/v1/saved-views'
const question = { filter: 'urgency[eq]:high', sort: '-postedDate', period: '7' }
const draft = { list: 'messages', name: 'Urgent ones', question }

async function save(caller: Caller, over: object = {}) {
  const { status, json } = await caller.call('POST', path, { ...draft, ...over })
  expect({ status, json }).toMatchObject({ status: 200 })
  return json
}
const namesFor = async (caller: Caller, list = 'messages') =>
  (await caller.call('GET', `${path}?list=${list}`)).json.items.map(({ name }: { name: string }) => name)
const audited = async () => {
  const admin = await world.as(tenant, tenant.users.super_admin)
  const { items } = (
    await admin.call(
      'GET',
      '/audit/events?filter=eventType[in]:saved_view_created|saved_view_updated|saved_view_deleted',
    )
  ).json
  return items.map(({ type }: { type: string }) => type).toSorted()
}

test('only its owner sees a private view', async () => {
  const view = await save(reviewer)
  expect(view).toMatchObject({ name: 'Urgent ones', question, isShared: false, canChange: true })
  expect(await namesFor(reviewer)).toEqual(['Urgent ones'])
  expect(await namesFor(analyst)).toEqual([])
  expect((await analyst.call('PUT', `${path}/${view.id}`, { name: 'Mine' })).json.code).toBe('view.not-found')
  expect((await analyst.call('DELETE', `${path}/${view.id}`)).json.code).toBe('view.not-found')
})

test('a shared view is seen by everyone who may open the list, and changed by users who may share', async () => {
  const view = await save(reviewer, { isShared: true })
  expect(await namesFor(analyst)).toEqual(['Urgent ones'])
  expect((await analyst.call('PUT', `${path}/${view.id}`, { name: 'Mine' })).json).toMatchObject({
    code: 'access.denied',
    details: { permission: 'views.share' },
  })
  const admin = await world.as(tenant, tenant.users.tenant_admin)
  expect((await admin.call('PUT', `${path}/${view.id}`, { name: 'Ours' })).json).toMatchObject({
    name: 'Ours',
  })
  expect((await analyst.call('DELETE', `${path}/${view.id}`)).status).toBe(403)
})

test('sharing needs its permission, when saving and afterwards', async () => {
  const denied = { code: 'access.denied', details: { permission: 'views.share' } }
  expect((await analyst.call('POST', path, { ...draft, isShared: true })).json).toMatchObject(denied)
  const view = await save(analyst)
  expect((await analyst.call('PUT', `${path}/${view.id}`, { isShared: true })).json).toMatchObject(denied)
})

test('a user who may not open a list gets no views of it', async () => {
  const audit = { list: 'audit', name: 'Sign-ins', question: {} }
  await save(reviewer, { ...audit, isShared: true })
  expect(await namesFor(reviewer, 'audit')).toEqual(['Sign-ins'])
  expect(await namesFor(analyst, 'audit')).toEqual([])
  expect((await analyst.call('POST', path, audit)).json.code).toBe('view.list-closed')
})

test('another organization sees no view of this one', async () => {
  const view = await save(reviewer, { isShared: true })
  const other = await world.makeTenant(`other-${tenant.label}`)
  const stranger = await world.as(other, other.users.super_admin)
  expect(await namesFor(stranger)).toEqual([])
  expect((await stranger.call('DELETE', `${path}/${view.id}`)).json.code).toBe('view.not-found')
})

test('a question with an unknown part is refused, naming the part, and nothing is saved', async () => {
  const refusalOf = async (asked: object) =>
    (await reviewer.call('POST', path, { ...draft, question: asked })).json
  expect(await refusalOf({ filter: 'chanel[eq]:sms' })).toMatchObject({ code: 'view.not-understood' })
  expect(await refusalOf({ sort: 'nonsense' })).toMatchObject({ code: 'view.not-understood' })
  expect(await refusalOf({ period: 'yesterday-ish' })).toMatchObject({ code: 'view.not-understood' })
  expect((await refusalOf({ page: '2' })).code).toBe('request.invalid')
  expect(await namesFor(reviewer)).toEqual([])
  await save(reviewer, { question: { period: 'all', search: 're: the fund' } })
})

test('names are unique per owner, versions are checked, and changes are audited', async () => {
  const view = await save(reviewer)
  expect((await reviewer.call('POST', path, { ...draft, name: ' urgent ONES ' })).json.code).toBe(
    'view.name-taken',
  )
  await save(analyst)
  const url = `${path}/${view.id}`
  const changed = (await reviewer.call('PUT', url, { question: { search: 'fund' }, expectedVersion: 1 })).json
  expect(changed).toMatchObject({ question: { search: 'fund' }, version: 2 })
  expect((await reviewer.call('PUT', url, { name: 'Late', expectedVersion: 1 })).json.code).toBe(
    'view.changed',
  )
  expect((await reviewer.call('DELETE', `${url}?expectedVersion=2`)).status).toBe(200)
  expect(await audited()).toEqual([
    'saved_view_created',
    'saved_view_created',
    'saved_view_deleted',
    'saved_view_updated',
  ])
})

test('when an owner leaves, private views are deleted and shared ones stay', async () => {
  await save(reviewer)
  const shared = await save(reviewer, { name: 'Ours', isShared: true })
  const admin = await world.as(tenant, tenant.users.super_admin)
  const gone = await admin.call('DELETE', `/bff/api/v1/users/${tenant.users.compliance}`)
  expect({ status: gone.status, json: gone.json }).toMatchObject({ status: 200 })
  const { items } = (await admin.call('GET', `${path}?list=messages`)).json
  expect(items).toMatchObject([{ name: 'Ours', canChange: true }])
  expect(items[0].owner).toBeUndefined()
  expect((await admin.call('PUT', `${path}/${shared.id}`, { isShared: false })).json).toMatchObject({
    isShared: false,
    owner: { id: tenant.users.super_admin },
  })
})
