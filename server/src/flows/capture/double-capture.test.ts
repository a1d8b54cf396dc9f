/** One message as two accounts of each channel deliver it that gives both the same name. Source: docs/decisions/0171-copies-of-colleagues.md. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { agentMessage, directChat, groupChat } from '#testing/fakes/bluebubbles-messages.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { keepArrivals } from './keep.ts'

let world: World
let tenant: WorldTenant
useTenants('double', (made, opened) => {
  tenant = made
  world = opened
})

const text = 'off the record, and only for you'

interface Twice {
  /** Of the accounts of two colleagues. */
  readonly addresses: readonly [string, string]
  /** What each delivers. */
  readonly bodies: readonly [object, object]
  readonly counted: 'inbound' | 'outbound'
  /** The address of the account through which both receive. */
  readonly source?: string
}

const [anaUuid, clientUuid] = ['6f1c2d3e-0000-4000-8000-00000000a11c', '0b0b0b0b-1111-4222-8333-444444444444']
const timestamp = 1_778_745_600_135
const [anaNumber, samNumber, client] = ['+15550001111', '+15550002222', '+15552223333']
const groupInfo = { groupId: 'a2V5IG9mIGEgZ3JvdXA=', groupName: 'Deal' }
const byAna = { sourceNumber: anaNumber, sourceUuid: anaUuid, sourceName: 'Ana', timestamp }
const byClient = { sourceNumber: null, sourceUuid: clientUuid, sourceName: 'Carl', timestamp }
const said = { timestamp, message: text }
const inGroup = { envelope: { ...byClient, dataMessage: { ...said, groupInfo } } }

const [ana, sam] = [7_001_001, 7_001_002]
const between = (chat: number, id: number) => ({
  update_id: id,
  business_message: {
    message_id: id,
    date: 1_778_745_660,
    from: { id: ana, is_bot: false, first_name: 'Ana' },
    chat: { id: chat, type: 'private', first_name: 'B' },
    business_connection_id: `connection of ${chat}`,
    text,
  },
})
const mac = (said: Parameters<typeof agentMessage>[1]) => ({
  type: 'new-message',
  data: agentMessage(1, { text, ...said }),
})

const cases: [label: string, channel: Channel, twice: Twice][] = [
  [
    'a Signal group',
    'signal',
    { addresses: [anaNumber, samNumber], bodies: [inGroup, inGroup], counted: 'inbound' },
  ],
  [
    'a chat on Signal',
    'signal',
    {
      addresses: [anaNumber, samNumber],
      bodies: [
        { envelope: { ...byAna, syncMessage: { sentMessage: { ...said, destinationNumber: samNumber } } } },
        { envelope: { ...byAna, dataMessage: said } },
      ],
      counted: 'outbound',
    },
  ],
  [
    'an iMessage group',
    'imessage',
    {
      addresses: [anaNumber, samNumber],
      bodies: [
        mac({ from: client, chat: groupChat('chat1', 'Deal', [client, samNumber]) }),
        mac({ from: client, chat: groupChat('chat9', 'Deal', [anaNumber, client]) }),
      ],
      counted: 'inbound',
    },
  ],
  [
    'a chat on iMessage',
    'imessage',
    {
      addresses: [anaNumber, samNumber],
      bodies: [mac({ chat: directChat(samNumber), fields: { isFromMe: true } }), mac({ from: anaNumber })],
      counted: 'outbound',
    },
  ],
  [
    'a chat on Telegram',
    'telegram',
    {
      addresses: [String(ana), String(sam)],
      bodies: [between(sam, 3), between(ana, 8)],
      counted: 'outbound',
      source: '@acme_bot',
    },
  ],
]

const orders = [false, true] as const

test.each(
  shareOf(
    cases.flatMap(([label, ...one]) => orders.map((isReversed) => [label, isReversed, ...one] as const)),
    3, // one order of most
  ),
)(
  'two accounts have one message of %s (the second first: %s): it counts once, raises one event, and is in one conversation',
  async (_label, isReversed, channel, { addresses, bodies, counted, source }) => {
    const compliance = await world.as(tenant, tenant.users.compliance)
    const policy = { name: 'Secrets', rules: [{ type: 'phrase', pattern: 'off the record' }] }
    expect((await compliance.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
    const idOf = () => AccountId.parse(newId(world.ctx.now()))
    const owners = [tenant.representative, tenant.colleague]
    const accounts = addresses.map((address, index) => ({
      id: idOf(),
      channel,
      name: `Phone ${index}`,
      address,
      ownerId: owners[index]!,
    }))
    const sourceId = idOf()
    await inTenant(world.ctx.db, tenant.id, async (tx) => {
      if (source) await createAccounts(tx, [{ id: sourceId, channel, name: 'Source', address: source }])
      await createAccounts(tx, accounts)
      if (source)
        await tx
          .updateTable('channel_account')
          .set({ source_id: sourceId })
          .where(
            'id',
            'in',
            accounts.map(({ id }) => id),
          )
          .execute()
    })
    const arrivals = bodies.map((body, index) => {
      const bytes = Buffer.from(JSON.stringify(body))
      return {
        tenantId: tenant.id,
        accountId: accounts[index]!.id,
        channel,
        transport: 'socket',
        sourceKey: `sha256:${createHash('sha256').update(bytes).digest('hex')}`,
        contentType: 'application/json',
        headers: {},
        remote: undefined,
        bytes,
        receivedAt: world.ctx.now(),
      } as const
    })
    for (const arrival of isReversed ? arrivals.toReversed() : arrivals) {
      await keepArrivals(world.ctx.db, tenant.id, [arrival], world.ctx.now())
      await world.settle()
    }
    const { stored, days, conversations } = await inTenant(world.ctx.db, tenant.id, async (tx) => ({
      stored: await tx
        .selectFrom('message')
        .select(['id', 'body', 'mirror_of'])
        .orderBy('mirror_of', (by) => by.asc().nullsFirst())
        .execute(),
      days: await tx
        .selectFrom('message_rollup')
        .select(['direction', 'messages'])
        .where('messages', '>', 0)
        .execute(),
      conversations: await tx
        .selectFrom('conversation')
        .select('message_count')
        .where('merged_into', 'is', null)
        .execute(),
    }))
    expect(stored.map(({ body }) => body)).toEqual([text, text])
    expect(stored.map(({ mirror_of: of }) => of)).toEqual([null, stored[0]?.id])
    expect(days).toEqual([{ direction: counted, messages: 1 }])
    expect(conversations).toEqual([{ message_count: 1 }])
    const { json } = await compliance.call('GET', '/bff/api/v1/cognitive-events')
    expect(json.items).toMatchObject([{ evidenceCount: 1 }])
  },
)
