/** What is kept of gaps besides the mails: items of inboxes, and entries of the audit trail. */
import { auditSentence } from '@verbatim/contract/audit-words.ts'
import { minuteMs } from '@verbatim/contract/durations.ts'
import { type AccountId, PermissionProfileId, UserId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { recordConnected, recordDisconnected } from '#domains/accounts/connection-changes.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createProfiles } from '#domains/permissions/create-profiles.ts'
import { createUsers } from '#domains/users/commands.ts'
import { findInbox } from '#flows/show-inbox/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { notifyOfGaps } from './notify-of-gaps.ts'

let world: World
let tenant: WorldTenant
let account: { id: AccountId; name: string }
let turn = 0
useTestWorld((opened) => {
  world = opened
})
beforeEach(async () => {
  tenant = await world.makeTenant(`records-${(turn += 1)}`)
  account = { id: tenant.accounts.sms, name: 'Desk SMS' }
  // What its list says is another matter.
  await inTx((tx) =>
    sql`update channel_account set connected_at = ${world.ctx.now()}, list_after = null`.execute(tx),
  )
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)
const disconnect = (problem: 'signed-out' | 'unreachable' = 'signed-out') =>
  inTx((tx) => recordDisconnected(tx, account, problem, world.ctx.now()))
const connect = () => inTx((tx) => recordConnected(tx, account, world.ctx.now()))

test('a gap is in the inboxes of those who may see the account, while it lasts and once it is over, and in no other', async () => {
  const admin = tenant.users.tenant_admin
  const inboxOf = async (user: typeof admin) =>
    (await (await world.as(tenant, user)).call('GET', '/bff/api/v1/inbox')).json
  await disconnect()
  expect((await inboxOf(admin)).items).toEqual([])
  world.pass(minuteMs)
  await notifyOfGaps(world.ctx, tenant.id)
  const item = { actor: 'Desk SMS', accountId: account.id, channel: 'sms', gap: 'disconnected', accounts: 1 }
  expect(await inboxOf(admin)).toMatchObject({ unread: 1, items: [{ kind: 'gap-lasts', ...item }] })
  world.pass(20 * minuteMs)
  await connect()
  world.pass(minuteMs)
  await notifyOfGaps(world.ctx, tenant.id)
  expect((await inboxOf(admin)).items).toMatchObject([{ kind: 'gap-over', ...item }, { kind: 'gap-lasts' }])
  // What its reader may not see any more is not shown.
  const seenBy = (permissions: readonly string[], channel: 'sms' | 'signal') => {
    const scope = [{ channels: [channel], groupIds: 'all' }]
    const reader = { userId: admin, permissions: new Set(permissions), scope } as unknown as Actor
    return inTx(async (tx) => (await findInbox(tx, reader, undefined)).items.length)
  }
  expect(await seenBy(['integrations.view'], 'sms')).toBe(2)
  expect(await seenBy(['integrations.view'], 'signal')).toBe(0)
  expect(await seenBy([], 'sms')).toBe(0)
})

test('an account of one’s own that one may not see does not hide the gaps of others that one manages', async () => {
  const now = world.ctx.now()
  const profile = PermissionProfileId.parse(newId(now))
  const email = `whatsapp-admin@${tenant.label}.example`
  const userId = UserId.parse(newId(now))
  await inTx(async (tx) => {
    await createProfiles(tx, [{ id: profile, name: 'WhatsApp', channels: ['whatsapp'], groupIds: 'all' }])
    const person = { email, firstName: 'Wanda', lastName: 'Admin', role: 'tenant_admin' as const }
    await createUsers(tx, byVerbatim, [{ id: userId, ...person, profileIds: [profile] }], now)
    await sql`update channel_account set owner_id = ${userId} where id = ${account.id}`.execute(tx)
  })
  await disconnect()
  world.pass(1000)
  const other = { id: tenant.accounts.whatsapp, name: 'WhatsApp desk' }
  await inTx((tx) => recordDisconnected(tx, other, 'signed-out', world.ctx.now()))
  world.pass(2 * minuteMs)
  await notifyOfGaps(world.ctx, tenant.id)
  const scope = [{ channels: ['whatsapp'], groupIds: 'all' }]
  const reader = { userId, permissions: new Set(['integrations.view']), scope } as unknown as Actor
  const { items } = await inTx((tx) => findInbox(tx, reader, undefined))
  expect(items).toMatchObject([{ kind: 'gap-lasts', accountId: other.id, accounts: 1 }])
})

test('a gap is in the audit trail once people are notified of it, and once it is over', async () => {
  const sentences = () =>
    inTx(async (tx) => {
      const rows = await tx
        .selectFrom('audit_event')
        .where('type', 'in', ['account_gap_noted', 'account_gap_ended'])
        .selectAll()
        .orderBy('id')
        .execute()
      return rows.map(({ actor_name: name, target_name: target, type, changes }) => {
        const event = { type, actor: { name }, target: { kind: 'account', name: target ?? '' }, changes }
        return `${name}: ${auditSentence(event as never)}`
      })
    })
  await disconnect('unreachable')
  await notifyOfGaps(world.ctx, tenant.id)
  expect(await sentences()).toEqual([])
  world.pass(20 * minuteMs)
  await notifyOfGaps(world.ctx, tenant.id)
  await disconnect('signed-out')
  world.pass(20 * minuteMs)
  await notifyOfGaps(world.ctx, tenant.id)
  await connect()
  world.pass(minuteMs)
  await notifyOfGaps(world.ctx, tenant.id)
  const time = String.raw`\d+ \w+ 2026, \d\d:\d\d UTC`
  const gap = 'the account Desk SMS'
  expect(await sentences()).toEqual([
    expect.stringMatching(`^Verbatim: A gap was recorded for ${gap}: not connected, since ${time}$`),
    expect.stringMatching(`^Verbatim: The gap of ${gap} ended: not connected, from ${time} to ${time}$`),
  ])
})
