/** Messages that came and could not be decrypted: people know once a day, until they are opened. */
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId, MessageId } from '@verbatim/contract/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import { findGaps } from '#domains/accounts/gaps.ts'
import { findWaitingMails } from '#domains/mail/queries.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { insertUndecrypted, openUndecrypted } from '#testing/capture-days.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { checkAccounts } from './check-accounts.ts'
import { notifyOfGaps } from './notify-of-gaps.ts'

let world: World
let tenant: WorldTenant
let id: AccountId
let turn = 0
useTestWorld((opened) => {
  world = opened
})
beforeEach(async () => {
  world.passToNoon()
  tenant = await world.makeTenant(`sealed-${(turn += 1)}`)
  id = tenant.accounts.sms
})

const inTx = <T>(run: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, run)
const gaps = () => inTx((tx) => findGaps(tx, id))
const sealed = () => inTx((tx) => insertUndecrypted(tx, id, world.ctx.now()))
const open = (line: MessageId) => inTx((tx) => openUndecrypted(tx, line, world.ctx.now()))
async function pass(ms: number): Promise<void> {
  world.pass(ms)
  await checkAccounts(world.ctx, tenant.id)
  await notifyOfGaps(world.ctx, tenant.id)
}
const subjects = async () => {
  const mails = await inTx((tx) => findWaitingMails(tx, world.ctx.secrets))
  return mails.filter(({ to }) => to.startsWith('tenant_admin')).map(({ subject }) => subject)
}

test('messages that are not decrypted within an hour are one gap of their day and one mail, and others of that day are no more mails', async () => {
  const lines = [await sealed(), await sealed()]
  await pass(50 * minuteMs)
  expect(await gaps()).toEqual([])
  await pass(20 * minuteMs)
  const subject = 'SMS/MMS account “Desk SMS” has messages that could not be decrypted'
  expect(await subjects()).toEqual([subject])
  expect(await gaps()).toMatchObject([{ kind: 'undecrypted', outcome: 'unread' }])
  lines.push(await sealed())
  await pass(2 * hourMs)
  expect(await subjects()).toEqual([subject])
  expect(await gaps()).toHaveLength(1)
  for (const line of lines.slice(1)) await open(line)
  await pass(10 * minuteMs)
  expect(await gaps()).toMatchObject([{ outcome: 'unread' }])
  await open(lines[0]!)
  await pass(10 * minuteMs)
  expect(await gaps()).toMatchObject([{ outcome: 'arrived' }])
})

test('a message that is decrypted at the second attempt is no gap', async () => {
  const line = await sealed()
  await pass(30 * minuteMs)
  await open(line)
  await pass(dayMs)
  expect(await gaps()).toEqual([])
  expect(await subjects()).toEqual([])
})

test('a gap that closed before anyone was notified of it is news once another message of its day is not decrypted', async () => {
  const line = await sealed()
  world.pass(2 * hourMs)
  await checkAccounts(world.ctx, tenant.id)
  await open(line)
  world.pass(10 * minuteMs)
  await checkAccounts(world.ctx, tenant.id)
  expect(await gaps()).toMatchObject([{ outcome: 'arrived' }])
  await sealed()
  await pass(2 * hourMs)
  expect(await subjects()).toHaveLength(1)
})
