/** How each provider is answered while nothing can be stored, and what is kept when it delivers again, also to another process. */
import type { Channel } from '@verbatim/contract/channels.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { sharedVectors } from '@verbatim/reference/shared-data.ts'
import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { agentMessage } from '#testing/fakes/bluebubbles-messages.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { allCells } from '#testing/fidelity/all.ts'
import { addFidelityAccount, keepDeliveries } from '#testing/fidelity/play.ts'
import { useTestWorld } from '#testing/test-world.ts'
import { openWorld, type World, type WorldTenant } from '#testing/world.ts'

let world: World
let database: TestDatabase
useTestWorld((opened, own) => {
  world = opened
  database = own
})

const secret = 'a-secret-of-more-than-22-characters'
const corporation = new FakeWecom()

interface Provider {
  readonly channel: Channel
  readonly address: string
  readonly secrets: Record<string, string>
  /** One delivery, the same at every attempt. */
  request(path: string): {
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string | Buffer
  }
}

const json = { 'content-type': 'application/json' }
const providers: readonly Provider[] = [
  {
    channel: 'telegram',
    address: '@acme_bot',
    secrets: { token: '99:AAF-fake_token_of_35_characters-xyz12', webhookSecret: secret },
    request: (url) => ({
      url,
      headers: { ...json, 'x-telegram-bot-api-secret-token': secret },
      body: JSON.stringify({
        update_id: 7,
        message: {
          message_id: 1,
          date: 1_778_745_600,
          chat: { id: -100, type: 'supergroup', title: 'Room' },
          from: { id: 5, is_bot: false, first_name: 'Carl' },
          text: 'kept at last',
        },
      }),
    }),
  },
  {
    channel: 'wecom',
    address: corporation.corpId,
    secrets: corporation.secrets,
    // Encrypted again each time, as WeCom does.
    request: (url) =>
      corporation.callback(
        url,
        corporation.event({
          MsgType: 'text',
          FromUserName: 'LiWei',
          Content: 'kept at last',
          MsgId: '7',
          AgentID: '1',
        }),
      ),
  },
  {
    channel: 'imessage',
    address: '+14155550142',
    secrets: { webhookKey: secret },
    request: (url) => ({
      url: `${url}?key=${secret}`,
      headers: json,
      body: JSON.stringify({
        type: 'new-message',
        data: agentMessage(1, { text: 'kept at last', from: '+351912000111' }),
      }),
    }),
  },
]

async function connect(tenant: WorldTenant, { channel, address, secrets }: Provider): Promise<AccountId> {
  const id = AccountId.parse(newId(world.ctx.now()))
  const sealedSecrets = sealSecretsOf({ tenantId: tenant.id, id }, secrets, world.ctx.secrets)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    createAccounts(tx, [{ id, channel, name: channel, address, sealedSecrets }]),
  )
  return id
}

const storedOf = (tenant: WorldTenant) =>
  inTenant(world.ctx.db, tenant.id, async (tx) => ({
    records: (await tx.selectFrom('message_record').select('id').execute()).length,
    bodies: (await tx.selectFrom('message').select('body').execute()).map(({ body }) => body),
  }))

interface Redelivery {
  readonly expected: {
    readonly delaySeconds: readonly (number | string)[]
    readonly exchangeTimeoutSeconds: number
  }
}
const [redelivery] = sharedVectors<Redelivery>('telegram.json', 'redelivery')
/** Telegram's waits between attempts, in seconds. Other providers give up sooner, or never try again. */
const waits = redelivery?.expected.delaySeconds.map((said) => Number.parseInt(String(said), 10)) ?? [0, 2, 4]

test.each(providers.map((provider) => [provider.channel, provider] as const))(
  '%s: a delivery that cannot be stored is not acknowledged at any attempt, and is kept once when it is sent again',
  async (channel, provider) => {
    const tenant = await world.makeTenant(`fails-${channel}`)
    const id = await connect(tenant, provider)
    const deliver = async () => {
      const { url, headers, body } = provider.request(`/hooks/${channel}/${id}`)
      return world.app.inject({ method: 'POST', url, headers, payload: body })
    }
    await database.administer('revoke insert on message_record from verbatim_app')
    for (const seconds of waits) {
      world.pass(seconds * 1_000)
      const { statusCode, headers } = await deliver()
      expect([statusCode, headers['retry-after']]).toEqual([503, '2'])
    }
    await database.administer('grant insert on message_record to verbatim_app')
    for (const captured of ['accepted', 'duplicate']) {
      const { statusCode, headers } = await deliver()
      expect([statusCode, headers['x-capture']]).toEqual([200, captured])
    }
    await world.settle()
    expect(await storedOf(tenant)).toEqual({ records: 1, bodies: ['kept at last'] })
  },
)

test.each(shareOf(allCells, 4).map((one) => [one.channel, one] as const))(
  '%s: if a process ends after storing a delivery but before its answer, another process gets it again and reads it once',
  async (channel, cells) => {
    const { text } = cells.cells
    if (typeof text === 'string') throw new Error('Every channel has texts')
    const tenant = await world.makeTenant(`killed-${channel}`)
    const accountId = await addFidelityAccount(world, tenant, cells)
    await keepDeliveries(world, tenant, { channel, accountId }, text.deliveries)
    await using next = await openWorld(database.url)
    const again = await keepDeliveries(next, tenant, { channel, accountId }, text.deliveries)
    expect(again.every(({ duplicate }) => duplicate)).toBe(true)
    await next.settle()
    const { records, bodies } = await storedOf(tenant)
    expect([records, bodies.length]).toEqual([text.deliveries.length, 1])
    await world.settle()
    expect((await storedOf(tenant)).bodies).toEqual(bodies)
  },
)
