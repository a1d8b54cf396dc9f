import { PolicyDraft } from '@verbatim/contract/policies.ts'
import { expect, test } from 'vitest'
import { createPolicy } from '#domains/policies/commands.ts'
import { inTenant } from '#platform/db.ts'
import { groupsUrl, setUpAccess } from '#testing/access.ts'
import { alertsPath } from '#testing/alerts.ts'
import { turnArchivingOn } from '#testing/archiving-on.ts'
import type { Caller } from '#testing/caller.ts'
import { countWaiting } from '#testing/waiting.ts'

const at = setUpAccess()

const rules = [{ type: 'phrase', pattern: 'off the record' }]
const reviewer = () => at.world.as(at.ours, at.ours.users.compliance)

async function policyOf(caller: Caller, given: object) {
  const made = await caller.call('POST', '/bff/api/v1/topic', { rules, ...given })
  expect(made.status, JSON.stringify(made.json)).toBe(200)
  return made.json.id as string
}

const change = (caller: Caller, id: string, body: object) =>
  caller.call('PUT', `/bff/api/v1/topics/${id}`, body)

/** Deletes the group of the north, whose people move to the south. */
async function remove() {
  const { north, south } = at.ours.groups
  const { version } = await at.groupOf(north)
  return at.admin.call('DELETE', `${groupsUrl}/${north}?expectedVersion=${version}&moveTo=${south}`)
}
const effect = async () => (await at.admin.call('GET', `${groupsUrl}/${at.ours.groups.north}/effect`)).json

test('a group that enabled policies name is not deleted, even if its people move to another one', async () => {
  const { north, south } = at.ours.groups
  const caller = await reviewer()
  const [ofNorth, ofBoth] = [
    await policyOf(caller, { name: 'Insider', scope: 'group', groupIds: [north] }),
    await policyOf(caller, { name: 'Gifts', scope: 'group', groupIds: [south, north] }),
  ]
  const message =
    'This group is still used by policy “Gifts”, policy “Insider”. Nothing was deleted. Remove the group there first.'
  expect(await remove()).toMatchObject({
    status: 409,
    json: { code: 'group.in-use', message, details: { count: 2 } },
  })
  expect((await effect()).refusal).toBe(message)
  expect((await at.groupOf(north)).memberCount).toBe(1)
  expect(await at.audited('messenger_conversation_group_deleted')).toEqual([])

  expect((await change(caller, ofBoth, { groupIds: [south] })).status).toBe(200)
  expect((await remove()).json.code).toBe('group.in-use')
  expect((await change(caller, ofNorth, { scope: 'global' })).status).toBe(200)
  expect((await effect()).refusal).toBeUndefined()
  expect((await remove()).status).toBe(200)
})

test('policies that are for every group, for another one, or disabled do not keep it', async () => {
  const { north, south } = at.ours.groups
  const caller = await reviewer()
  await policyOf(caller, { name: 'Everyone' })
  await policyOf(caller, { name: 'Southern', scope: 'group', groupIds: [south] })
  await policyOf(caller, { name: 'Old', scope: 'group', groupIds: [north], enabled: false })
  expect((await effect()).refusal).toBeUndefined()
  expect((await remove()).status).toBe(200)
})

test('a group that was deleted hinders no change of a policy, but must be taken out to enable it', async () => {
  const { north, south } = at.ours.groups
  const caller = await reviewer()
  const id = await policyOf(caller, { name: 'Old', scope: 'group', groupIds: [north], enabled: false })
  expect((await remove()).status).toBe(200)
  expect((await change(caller, id, { severity: 'high' })).json).toMatchObject({ severity: 'high' })
  expect((await change(caller, id, { enabled: true })).json.code).toBe('policy.unknown-group')
  expect((await change(caller, id, { groupIds: [south, north], enabled: true })).json.code).toBe(
    'policy.unknown-group',
  )
  expect((await change(caller, id, { groupIds: [south], enabled: true })).status).toBe(200)
  expect((await change(caller, id, { groupIds: [north] })).json.code).toBe('policy.unknown-group')
})

test('enabled alerts and archiving by mail keep it, too', async () => {
  const { north, south } = at.ours.groups
  const alert = await at.admin.call('POST', alertsPath, {
    name: 'Quiet north',
    metric: 'messages',
    filter: { group: [south, north] },
    days: 7,
    condition: { kind: 'below', value: 3 },
    recipientIds: [at.ours.users.tenant_admin],
  })
  expect(alert.status, JSON.stringify(alert.json)).toBe(200)
  await turnArchivingOn(at.world, at.ours, { groupIds: [north], expectedVersion: 0 })
  expect((await remove()).json).toMatchObject({
    code: 'group.in-use',
    message:
      'This group is still used by alert “Quiet north”, archiving by email. Nothing was deleted. Remove the group there first.',
  })
  await turnArchivingOn(at.world, at.ours, { groupIds: [north], mode: 'off', expectedVersion: 1 })
  expect((await remove()).json.details).toMatchObject({ names: ['alert “Quiet north”'] })
  const off = { enabled: false, expectedVersion: alert.json.version }
  expect((await at.admin.call('PUT', `${alertsPath}/${alert.json.id}`, off)).status).toBe(200)
  expect((await remove()).status).toBe(200)
})

test('a policy that is made meanwhile keeps it', async () => {
  let removal: ReturnType<typeof remove> | undefined
  await inTenant(at.world.ctx.db, at.ours.id, async (tx) => {
    const draft = PolicyDraft.parse({ name: 'New', scope: 'group', groupIds: [at.ours.groups.north], rules })
    const editor = { userId: at.ours.users.compliance, name: 'Cora' }
    await createPolicy(tx, editor, draft, at.world.ctx.now())
    removal = remove()
    await expect.poll(() => countWaiting(tx), { timeout: 10_000 }).toBe(1)
  })
  expect((await removal)?.json).toMatchObject({ code: 'group.in-use', details: { names: ['policy “New”'] } })
})
