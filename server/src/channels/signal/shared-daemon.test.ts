/** One daemon has the numbers of all organizations, and what members of groups do. */
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { aheadFolder } from '#flows/collect/ahead.ts'
import { openLeftovers } from '#flows/collect/leftovers.ts'
import { settleRequests } from '#flows/connect/settle-requests.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { useLinkedSignal } from '#testing/linked-signal.ts'

const bed = useLinkedSignal('daemon')
const {
  accounts,
  number,
  add,
  stateOf,
  until,
  stepOf,
  want,
  wantOnly,
  link,
  peer,
  sentAt,
  dataMessage,
  records,
} = bed

const put = async (id: string, change: object) => {
  const { status } = await bed.admin.call('PUT', `${accounts}/${id}`, { name: 'Ana', ...change })
  expect(status).toBeLessThan(300)
}
const idle = () => until(() => bed.collecting.accountIds.length === 0)

test('a code that was shown for one number links no other one that is entered meanwhile', async () => {
  const theirs = '+14155550900'
  bed.daemon.accounts.add(theirs)
  const id = await add()
  const code = await want(id)
  await until(() => bed.daemon.waitsFor(code))
  // What waits for the scan began before the change, and may end before it is stopped.
  await put(id, { address: theirs })
  bed.daemon.scan(code, number())
  await idle()
  bed.world.pass(3_000)
  await wantOnly(id)
  await until(async () => (await stateOf(id))[0] === 'not-available')
  await idle()
  expect(bed.daemon.streamsOf(theirs)).toBe(0)
  bed.daemon.receive(theirs, dataMessage({ message: 'of another organization' }))
  expect([await records(), await stateOf(id)]).toEqual([0, ['not-available', 'signed-out']])
  // What was linked is unlinked, and the number of the others is not.
  expect([...bed.daemon.accounts].filter((one) => [theirs, number()].includes(one))).toEqual([theirs])

  expect((await bed.admin.call('POST', `${accounts}/${id}/request-delete`)).status).toBeLessThan(300)
  await Promise.all([bed.collecting.tick(), settleRequests(bed.world.ctx, bed.tenantId)])
  expect((await bed.admin.call('GET', `${accounts}/${id}`)).status).toBe(404)
  expect(bed.daemon.accounts.has(theirs)).toBe(true)
})

test('a change of the number ends the step that was shown for the one before', async () => {
  const id = await add()
  await want(id)
  await put(id, { address: '+14155550901' })
  expect(await stepOf()).toBeUndefined()
  await bed.collecting.tick()
  await idle()
})

test('a number that is linked for one organization is neither handed to another nor cut by it', async () => {
  await link()
  const first = bed.tenantId
  const stranger = await bed.world.makeTenant(`daemon-other`)
  bed.tenantId = stranger.id
  bed.admin = await bed.world.as(stranger, stranger.users.tenant_admin)
  const id = await add()
  const code = await want(id)
  await until(() => bed.daemon.waitsFor(code))
  bed.daemon.scan(code, number())
  await until(async () => (await stateOf(id))[1] === 'delivered-elsewhere')
  expect([bed.daemon.streamsOf(number()), bed.daemon.accounts.has(number())]).toEqual([1, true])
  await inTenant(bed.world.ctx.db, first, (tx) =>
    tx.updateTable('channel_account').set({ status: 'inactive' }).execute(),
  )
})

const groupId = 'Z3JvdXA='
const deletion = (by: object, targetSentTimestamp: number) => {
  const timestamp = sentAt()
  const adminDelete = { targetAuthorUuid: peer.sourceUuid, targetSentTimestamp }
  return { envelope: { ...by, timestamp, dataMessage: { timestamp, groupInfo: { groupId }, adminDelete } } }
}
/** Texts, and whether they are deleted. */
const shown = async () => {
  await bed.world.settle()
  const { items } = (await bed.admin.call('GET', '/bff/api/v1/messages?limit=50&sort=postedDate')).json
  return items.map(({ body, isDeleted }: { body: string; isDeleted: boolean }) => [body, isDeleted])
}

test('a member deletes what others wrote only as an administrator of the group', async () => {
  await link()
  const mallory = { sourceNumber: '+351912000222', sourceUuid: '0c0c0c0c-1111-4222-8333-444444444444' }
  bed.daemon.groups.set(groupId, { id: groupId, admins: [{ uuid: peer.sourceUuid }], members: [] })
  const [first, second] = [sentAt(), sentAt()]
  const events = [
    dataMessage({ message: 'stays', groupInfo: { groupId } }, first),
    dataMessage({ message: 'goes', groupInfo: { groupId } }, second),
    deletion(mallory, first),
    deletion(peer, second),
  ]
  for (const event of events) bed.daemon.receive(number(), event)
  await until(async () => (await records()) === events.length)
  expect(await shown()).toEqual(
    expect.arrayContaining([
      ['stays', false],
      ['goes', true],
    ]),
  )
})

test('what arrives is written before the daemon says who is an administrator, and an end before that gives no right', async () => {
  const id = await link()
  bed.daemon.groups.set(groupId, { id: groupId, admins: [{ uuid: peer.sourceUuid }], members: [] })
  const thinking = Promise.withResolvers<void>()
  bed.daemon.thinking = thinking.promise
  const first = sentAt()
  const events = [
    dataMessage({ message: 'stays', groupInfo: { groupId } }, first),
    deletion(peer, first),
    dataMessage({ message: 'behind it', groupInfo: { groupId } }),
  ]
  for (const event of events) bed.daemon.receive(number(), event)
  const folder = aheadFolder(bed.world.ctx.config)
  const path = join(folder, (await readdir(folder)).find((name) => name.startsWith(id)) ?? '')
  await until(async () => (await readFile(path, 'utf8')).includes('behind it'))
  // Exactly this is left if the process is killed now.
  const left = join(folder, `${id}.${newId(bed.world.ctx.now())}.99999999.log`)
  await copyFile(path, left)
  await openLeftovers(bed.world.ctx, findConnector).replay(new AbortController().signal)
  expect(await records()).toBe(events.length)
  expect(await shown()).toEqual(
    expect.arrayContaining([
      ['stays', false],
      ['behind it', false],
    ]),
  )
  bed.daemon.thinking = undefined
  thinking.resolve()
})
