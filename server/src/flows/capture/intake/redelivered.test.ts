/** What is kept when our endpoint fails, stalls or is cut, and the provider delivers again as it really does. */
import { AccountId } from '@verbatim/contract/ids.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { isWhole } from '@verbatim/reference/share.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import type { TestDatabase } from '#testing/database.ts'
import { openShakyEndpoint, type Trouble } from '#testing/fakes/shaky-endpoint.ts'
import { FakeTelegram } from '#testing/fakes/telegram.ts'
import { FakeTwilio } from '#testing/fakes/twilio.ts'
import { type Attempt, deliverLikeTelegram } from '#testing/fakes/webhook-attempts.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let database: TestDatabase
let world: World
let endpoint: Awaited<ReturnType<typeof openShakyEndpoint>>
let tenant: WorldTenant
let count = 0
useTestWorld(async (opened, own) => {
  world = opened
  database = own
  endpoint = await openShakyEndpoint(await world.app.listen({ port: 0, host: '127.0.0.1' }))
})
beforeEach(async () => {
  tenant = await world.makeTenant(`redelivered-${(count += 1)}`)
  endpoint.troubles.length = 0
  endpoint.answered.length = 0
})
afterAll(() => endpoint?.[Symbol.asyncDispose]())

const bodies = async () => {
  await world.settle()
  return inTenant(world.ctx.db, tenant.id, async (tx) =>
    (await tx.selectFrom('message').select('body').execute()).map(({ body }) => body),
  )
}

/** Each trouble, and what our endpoint has answered in the end: what it kept before its answer was lost is not kept again. */
const troubles: readonly (readonly [Trouble, readonly number[]])[] = [
  ['fail', [200]],
  ['cut', [200]],
  ['lose', [200, 200]],
  ['stall', [200, 200]],
]
/** A stall is waited for, and is then as a lost answer. */
const troublesHere = troubles.filter(([trouble]) => isWhole || trouble !== 'stall')

const carl = { id: 5, first_name: 'Carl', is_bot: false } as const
const secret = 'a-secret-of-more-than-22-characters'

async function connectBot(): Promise<FakeTelegram> {
  const bot = new FakeTelegram({ now: () => world.ctx.now() })
  const id = AccountId.parse(newId(world.ctx.now()))
  const secrets = { token: bot.token, webhookSecret: secret }
  const sealedSecrets = sealSecretsOf({ tenantId: tenant.id, id }, secrets, world.ctx.secrets)
  await inTenant(world.ctx.db, tenant.id, (tx) =>
    createAccounts(tx, [{ id, channel: 'telegram', name: 'Bot', address: '@acme_bot', sealedSecrets }]),
  )
  bot.webhook = {
    url: `${endpoint.origin}/hooks/telegram/${id}`,
    secret_token: secret,
    allowed_updates: ['message'],
  }
  return bot
}

const outcomes = (attempts: readonly Attempt[]) =>
  attempts.map((one) => (one instanceof Response ? one.status : one))

const fromTelegram = async (bot: FakeTelegram, text: string) =>
  deliverLikeTelegram(bot.request(bot.groupMessage(carl, 'Room', { text }))!, {
    pause: (ms) => world.pass(ms),
    readMs: 1_000,
  })

test.each(troublesHere)(
  'Telegram delivers again after %s, and the message is kept once',
  async (trouble, said) => {
    const bot = await connectBot()
    endpoint.troubles.push(trouble)
    expect(outcomes(await fromTelegram(bot, 'once'))).toEqual([expect.anything(), 200])
    expect(endpoint.answered).toEqual(said)
    expect(await bodies()).toEqual(['once'])
  },
)

test('Telegram delivers until the database is back', async () => {
  const bot = await connectBot()
  await database.administer('revoke insert on message_record from verbatim_app')
  let waits = 0
  const update = bot.request(bot.groupMessage(carl, 'Room', { text: 'waited' }))!
  const attempts = await deliverLikeTelegram(update, {
    async pause(ms) {
      world.pass(ms)
      if ((waits += 1) === 3) await database.administer('grant insert on message_record to verbatim_app')
    },
  })
  expect(outcomes(attempts)).toEqual([503, 503, 503, 200])
  expect(await bodies()).toEqual(['waited'])
})

const number = '+15550100001'

function twilioWith(overrides: string, { isFallback = false } = {}): FakeTwilio {
  const twilio = new FakeTwilio(`AC${'0'.repeat(32)}`, tenant.authToken)
  const url = `http://localhost:3000/hooks/sms/${tenant.accounts.sms}${overrides}`
  twilio.rest.addNumber(number, { sms_url: url, ...(isFallback && { sms_fallback_url: url }) })
  return twilio
}

const fromTwilio = (overrides: string) =>
  twilioWith(overrides).deliverTo(number, { from: '+15550109999', body: 'once' }, { origin: endpoint.origin })

test.each(troublesHere)(
  'Twilio delivers again after %s by the overrides of our address, and the message is kept once',
  async (trouble, said) => {
    endpoint.troubles.push(trouble)
    expect((await fromTwilio('#rc=5&rp=all&ct=2000&rt=1000'))?.status).toBe(200)
    expect(endpoint.answered).toEqual(said)
    expect(await bodies()).toEqual(['once'])
  },
)

test.each(['fail', 'cut'] as const)(
  'without overrides, Twilio does not deliver again after %s',
  async (trouble) => {
    endpoint.troubles.push(trouble)
    expect((await fromTwilio(''))?.ok).toBe(false)
    expect(await bodies()).toEqual([])
  },
)

const atFallback = async (troubles: readonly Trouble[], twilio: FakeTwilio) => {
  endpoint.troubles.push(...troubles)
  const message = { from: '+15550109999', body: 'once' }
  const answer = await twilio.deliverTo(number, message, { origin: endpoint.origin })
  await world.settle()
  const kept = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('message_record').select(['headers', 'bytes']).orderBy('id').execute(),
  )
  return {
    status: answer?.status,
    bodies: await bodies(),
    errors: twilio.alerts.errors.length,
    kept: kept.map(({ headers, bytes }) => ({
      isRetry: 'i-twilio-idempotency-token' in headers,
      error: new URLSearchParams(bytes.toString()).get('ErrorCode'),
    })),
  }
}

test.each<[string, readonly Trouble[], object]>([
  [
    'every try at the first address fails',
    Array<Trouble>(6).fill('fail'),
    { errors: 1, kept: [{ isRetry: false, error: '11200' }] },
  ],
  [
    'the answers of the first address are lost',
    Array<Trouble>(6).fill('lose'),
    {
      errors: 1,
      kept: [
        { isRetry: false, error: null },
        { isRetry: false, error: '11200' },
      ],
    },
  ],
  ['the first try fails', ['fail'], { errors: 0, kept: [{ isRetry: true, error: null }] }],
])(
  'if %s, Twilio delivers to the fallback address where needed, and the message is there once',
  async (_, troubles, expected) => {
    const twilio = twilioWith('#rc=5&rp=all&ct=2000&rt=1000', { isFallback: true })
    expect(await atFallback(troubles, twilio)).toEqual({ status: 200, bodies: ['once'], ...expected })
  },
)
