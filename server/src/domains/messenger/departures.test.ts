import type { UserId } from '@verbatim/contract/ids.ts'
import { minuteMs } from '@verbatim/contract/durations.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import type { CapturedEvent, CapturedMembership, CapturedMessage } from '#kernel/captured-event.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
/** When the group chat begins. */
let start: Date
let count = 0
const api = '/messenger/api/v1/conversations'
const [rita, sam, ann] = ['+15550107001', '+15550107002', '+15550107003'] as const
const contact = '00000000-0000-7000-8000-00000000a111'

useTenants('departures', (made, opened) => {
  tenant = made
  world = opened
})
/** Rita of the north and Sam of the south write with a client in a group chat, through an account of the desk. */
beforeEach(async () => {
  start = new Date(world.ctx.now().getTime() - 60 * minuteMs)
  await change(async (tx) => {
    await sql`insert into address (value, user_id) values (${rita}, ${tenant.representative}), (${sam}, ${tenant.colleague})`.execute(
      tx,
    )
  })
  await happen(said(ann, 0), said(rita, 1), said(sam, 2))
})

const change = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, work)
const at = (minute: number) => new Date(start.getTime() + minute * minuteMs)

const said = (author: string, minute: number, conversationKey = 'deal room'): CapturedMessage => ({
  kind: 'message',
  channel: 'whatsapp',
  messageKey: `${conversationKey} ${author} ${minute}`,
  conversationKey,
  conversationType: 'group',
  direction: 'inbound',
  author: { kind: 'phone', value: author },
  participants: [],
  body: `Minute ${minute}`,
  format: 'plain',
  contentType: 'text',
  attachments: [],
  sentAt: at(minute),
})
const moved = (
  action: CapturedMembership['action'],
  who: string,
  minute: number,
  conversationKey = 'deal room',
): CapturedMembership => ({
  kind: 'membership',
  channel: 'whatsapp',
  eventKey: `${action} ${who} ${minute}`,
  conversationKey,
  action,
  who: { kind: 'phone', value: who },
  at: at(minute),
})
const listed = (minute: number, people: readonly string[]): CapturedEvent => ({
  kind: 'roster',
  channel: 'whatsapp',
  eventKey: `roster ${minute}`,
  conversationKey: 'deal room',
  at: at(minute),
  people: people.map((value) => ({ identity: { kind: 'phone', value } })),
  isWhole: true,
})

/** What a channel delivers at once. */
async function happen(...events: readonly CapturedEvent[]): Promise<void> {
  await world.ctx.keeper.keep({
    tenantId: tenant.id,
    accountId: tenant.accounts.whatsapp,
    channel: 'whatsapp',
    transport: 'history',
    sourceKey: `delivery ${(count += 1)}`,
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    bytes: writeNormalised(events),
    receivedAt: world.ctx.now(),
  })
  await world.settle()
}

const listOf = async (userId: UserId): Promise<{ id: string }[]> =>
  (await (await world.as(tenant, userId)).call('GET', api)).json.items

async function reads(userId: UserId): Promise<boolean> {
  return (await listOf(userId)).length > 0
}

describe('someone who left a group chat', () => {
  test('reads nothing of it any more, and the others still do', async () => {
    const [conversation] = await listOf(tenant.colleague)
    await happen(moved('left', sam, 3), said(ann, 4))
    expect(await listOf(tenant.colleague)).toEqual([])
    const answer = await (await world.as(tenant, tenant.colleague)).call('GET', `${api}/${conversation?.id}`)
    expect([answer.status, answer.json.code]).toEqual([404, 'conversation.not-found'])
    expect(await listOf(tenant.representative)).toMatchObject([
      { id: conversation?.id, messageCount: 4, lastMessage: { text: 'Minute 4' } },
    ])
  })

  test('reads it again after joining again, after writing in it, or once a list of members names them', async () => {
    await happen(moved('left', sam, 3))
    await happen(moved('joined', sam, 4))
    expect(await reads(tenant.colleague)).toBe(true)
    await happen(moved('left', sam, 5))
    expect(await reads(tenant.colleague)).toBe(false)
    await happen(said(sam, 6))
    expect(await reads(tenant.colleague)).toBe(true)
    await happen(moved('left', sam, 7))
    expect(await reads(tenant.colleague)).toBe(false)
    await happen(listed(8, [ann, rita, sam]))
    expect(await reads(tenant.colleague)).toBe(true)
  })

  test('is one whom the next list of members does not name', async () => {
    await happen(listed(3, [ann, rita, sam]))
    expect(await reads(tenant.colleague)).toBe(true)
    await happen(listed(4, [ann, rita]))
    expect(await reads(tenant.colleague)).toBe(false)
    expect(await reads(tenant.representative)).toBe(true)
  })

  test('does not read it because of what happened before, and came late', async () => {
    await happen(moved('left', sam, 30))
    await happen(said(sam, 29), moved('joined', sam, 28), listed(27, [ann, rita, sam]))
    expect(await reads(tenant.colleague)).toBe(false)
    // Within the minute: which came first is not known.
    await happen(moved('joined', sam, 30))
    expect(await reads(tenant.colleague)).toBe(false)
  })

  test('reads it if the departure that came late was before their return', async () => {
    await happen(said(sam, 30))
    await happen(moved('left', sam, 20))
    expect(await reads(tenant.colleague)).toBe(true)
  })

  test('does not read it if the departure came before the first message', async () => {
    await happen(moved('left', sam, 9, 'other room'))
    await happen(said(sam, 8, 'other room'), said(rita, 10, 'other room'))
    expect((await listOf(tenant.colleague)).length).toBe(1)
    expect((await listOf(tenant.representative)).length).toBe(2)
  })

  test('does not read it after the group has got another number', async () => {
    await happen(moved('left', sam, 3))
    await happen(said(rita, 4, 'new room'))
    await happen({ ...said(rita, 5, 'new room'), conversationAliases: ['deal room'] })
    expect(await listOf(tenant.representative)).toMatchObject([{ messageCount: 5 }])
    expect(await reads(tenant.colleague)).toBe(false)
  })

  test('reads it if the account is theirs', async () => {
    await change((tx) =>
      sql`update channel_account set owner_id = ${tenant.colleague} where id = ${tenant.accounts.whatsapp}`.execute(
        tx,
      ),
    )
    await happen(moved('left', sam, 3))
    expect(await reads(tenant.colleague)).toBe(true)
  })
})

test('a Manager reads the group chat of a contact of their groups until the contact leaves it', async () => {
  await change(async (tx) => {
    await sql`update tenant_user set messenger_role = 'manager' where id = ${tenant.colleague}`.execute(tx)
    await sql`insert into contact (id, name) values (${contact}, 'Ann Ash')`.execute(tx)
    await sql`insert into address (value, contact_id) values (${ann}, ${contact})`.execute(tx)
    await sql`insert into conversation_group_contact (group_id, contact_id) values (${tenant.groups.south}, ${contact})`.execute(
      tx,
    )
  })
  const room = 'without Sam'
  const countOf = async () => (await listOf(tenant.colleague)).length
  await happen(moved('left', sam, 3), moved('left', ann, 3))
  await happen(said(ann, 4, room), said(rita, 5, room))
  expect(await countOf()).toBe(1)
  await happen(moved('left', ann, 6, room), said(rita, 7, room))
  expect(await countOf()).toBe(0)
  await happen(moved('joined', ann, 8, room))
  expect(await countOf()).toBe(1)
})
