/** What no connector understands is kept as it came, shown, searched and examined: the same on every channel. */
import { type ConnectableChannel, connectableChannels } from '@verbatim/contract/channels.ts'
import { AccountId, type RecordId } from '@verbatim/contract/ids.ts'
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { channelsWith, findConnector } from '#channels/registry.ts'
import { bodyHash, twilioSignature } from '#channels/twilio/signature.ts'
import { createAccounts } from '#domains/accounts/commands.ts'
import { sealSecretsOf } from '#flows/capture/account-secrets.ts'
import { rereadRecords } from '#flows/reread/reread.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { useTenants } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { ingest } from './ingest.ts'
import { keepArrivals } from './keep.ts'

let world: World
let tenant: WorldTenant
useTenants('unread', (made, opened) => {
  tenant = made
  world = opened
})
const inside = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, work)

const deep = (depth: number) => `${'['.repeat(depth)}"a secret"${']'.repeat(depth)}`
const said: Readonly<Record<string, string | Buffer>> = {
  words: 'a secret in plain words',
  'words with signs of forms': 'a secret=1&b',
  'JSON that was cut': '{"text":"a secret',
  'a list': '["a secret"]',
  'a text': '"a secret"',
  'an object of another form': '{"hello":{"from":{"chat":"a secret"}}}',
  'fields of another type': '{"update_id":"x","type":7,"envelope":[],"event":{},"msgid":0,"data":"a secret"}',
  'JSON that nests too deep': deep(5_000),
  'an object that nests too deep': `{"Body":${deep(5_000)}}`,
  'bytes of no text': Buffer.concat([Buffer.from([0xff, 0x00, 0xfe, 0x0a]), Buffer.from('a secret')]),
}
const empty: Readonly<Record<string, string>> = { nothing: '', 'a number': '7', null: 'null' }
const fake = new FakeWecom()

const addresses: Readonly<Record<ConnectableChannel, string>> = {
  imessage: '+15550109001',
  proofpoint: 'journal-unread@journal.example',
  signal: '+15550109002',
  sms: '+15550109003',
  telegram: '@unread_bot',
  wecom: fake.corpId,
  whatsapp: '+15550109004',
  whatsappnative: '+15550109005',
}
const key = randomBytes(24).toString('base64url')
const authToken = randomBytes(16).toString('hex')
const secretsOf: Partial<Record<ConnectableChannel, Record<string, unknown>>> = {
  imessage: { password: 'p', webhookKey: key },
  sms: { authTokens: [authToken], accountSid: `AC${'0'.repeat(32)}` },
  telegram: { token: '99:AAF-fake_token_of_35_characters-xyz12', webhookSecret: key },
  wecom: { ...fake.secrets },
  whatsapp: { authTokens: [authToken], accountSid: `AC${'0'.repeat(32)}` },
}

async function addAccount(channel: ConnectableChannel): Promise<AccountId> {
  const id = AccountId.parse(newId(world.ctx.now()))
  const secrets = secretsOf[channel]
  const sealedSecrets = secrets && sealSecretsOf({ tenantId: tenant.id, id }, secrets, world.ctx.secrets)
  const account = { id, channel, name: 'Unread', address: addresses[channel] }
  await inside((tx) => createAccounts(tx, [{ ...account, ...(sealedSecrets && { sealedSecrets }) }]))
  return id
}
const watch = async () => {
  const compliance = await world.as(tenant, tenant.users.compliance)
  const policy = { name: 'Secrets', rules: [{ type: 'phrase', pattern: 'a secret' }] }
  expect((await compliance.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
  return compliance
}

async function keep(accountId: AccountId, channel: ConnectableChannel, contentType: string) {
  const bodies = Object.values({ ...said, ...empty }).map((body) => Buffer.from(body))
  const arrivals = bodies.map((bytes) => ({
    tenantId: tenant.id,
    accountId,
    channel,
    transport: 'socket' as const,
    sourceKey: `${contentType} ${createHash('sha256').update(bytes).digest('hex')}`,
    contentType,
    headers: {},
    remote: undefined,
    bytes,
    receivedAt: world.ctx.now(),
  }))
  await keepArrivals(world.ctx.db, tenant.id, arrivals, world.ctx.now())
}

/** Of each record of an account: its bytes, and how it was read. */
const recordsOf = (accountId: AccountId) =>
  inside(async (tx) => {
    const records = await tx
      .selectFrom('message_record')
      .where('account_id', '=', accountId)
      .select(['id', 'bytes'])
      .execute()
    const messages = await tx
      .selectFrom('message')
      .where('account_id', '=', accountId)
      .select(['id', 'record_id', 'flags'])
      .execute()
    const found = await tx.selectFrom('evidence').select('message_id').execute()
    const quarantined = await tx.selectFrom('quarantined_record').select(['record_id', 'reason']).execute()
    const ofRecord = (id: RecordId) => messages.filter(({ record_id: of }) => of === id)
    return records.map(({ id, bytes }) => ({
      bytes: Buffer.from(bytes),
      lines: ofRecord(id).length,
      isMarked: ofRecord(id).every(({ flags }) => flags.includes('unparsed')),
      isExamined: ofRecord(id).some((one) => found.some(({ message_id: of }) => of === one.id)),
      quarantined: quarantined.filter(({ record_id: of }) => of === id).map(({ reason }) => reason),
    }))
  })

/** The bytes of the archive journal are read as a mail: what has a colon is a header then, and what has zeros is no text. */
const ofMail = ['words', 'words with signs of forms', 'a list', 'a text', 'JSON that nests too deep']
const wordsOn = (channel: ConnectableChannel) => (channel === 'proofpoint' ? ofMail : Object.keys(said))

const nameOf = (bytes: Buffer) =>
  Object.entries({ ...said, ...empty }).find(([, body]) => bytes.equals(Buffer.from(body)))?.[0] ?? 'another'

const typesOf: Partial<Record<ConnectableChannel, readonly string[]>> = {
  proofpoint: ['message/rfc822'],
  sms: ['application/json', 'application/x-www-form-urlencoded'],
  wecom: ['application/json', 'text/xml', 'application/vnd.verbatim.note+json'],
  whatsapp: ['application/json', 'application/x-www-form-urlencoded'],
}

const each = connectableChannels.flatMap((channel) =>
  (typesOf[channel] ?? ['application/json']).map((type) => [channel, type] as const),
)

/** Every run: each type once, on the first channel that has it. */
const oneOfEachType = each.filter(
  ([, type], place) => each.findIndex(([, other]) => other === type) === place,
)

test.each(isWhole ? each : oneOfEachType)(
  '%s: what is no %s of its provider is a line that is examined and found',
  async (channel, type) => {
    const compliance = await watch()
    const id = await addAccount(channel)
    await keep(id, channel, type)
    await world.settle()
    const records = await recordsOf(id)
    expect(records).toHaveLength(Object.keys({ ...said, ...empty }).length)
    const outcome = ({ bytes, lines, isExamined, quarantined }: (typeof records)[number]) => [
      nameOf(bytes),
      { lines, isExamined, quarantined },
    ]
    const words = wordsOn(channel)
    const expected = Object.keys({ ...said, ...empty }).map((name) => [
      name,
      { lines: 1, isExamined: words.includes(name), quarantined: [] },
    ])
    expect(Object.fromEntries(records.map(outcome))).toEqual(Object.fromEntries(expected))
    const { json } = await compliance.call('GET', '/bff/api/v1/messages?search=messageBody:secret&limit=50')
    expect(json.total).toBe(words.length)
  },
)

// Of a mail its text was always shown.
test.each(
  shareOf(
    each.filter(([channel]) => channel !== 'proofpoint'),
    11,
  ),
)('%s: a line of %s of which an earlier release showed nothing is read again', async (channel, type) => {
  await watch()
  const id = await addAccount(channel)
  const find = (of: ConnectableChannel) => {
    const connector = findConnector(of)
    return (
      connector && {
        ...connector,
        parse: async (...given: Parameters<typeof connector.parse>) =>
          (await connector.parse(...given)).map((event) =>
            event.kind === 'message' && event.flags?.includes('unparsed')
              ? { ...event, structured: undefined, body: null }
              : event,
          ),
      }
    )
  }
  await keep(id, channel, type)
  const earlier = find as unknown as typeof findConnector
  await ingest({ ...world.ctx, readers: { find: earlier } }, tenant.id)
  const run = () =>
    rereadRecords(
      {
        ...world.ctx,
        readers: { find: findConnector },
        release: '9.9.9',
        operator: { userId: undefined, name: 'Operator' },
      },
      tenant.id,
      {},
    )
  await run()
  const records = await recordsOf(id)
  const unexamined = records.filter(({ isExamined }) => !isExamined).map(({ bytes }) => nameOf(bytes))
  expect(unexamined.toSorted()).toEqual(Object.keys(empty).toSorted())
  expect(records.map(({ lines }) => lines)).toEqual(records.map(() => 1))
  expect(await run()).toMatchObject({ added: 0 })
})

interface Signed {
  readonly url: string
  readonly headers: Record<string, string>
  readonly payload: Buffer
}
const base = 'http://localhost:3000'
const twilio = (path: string, body: Buffer): Signed => {
  const url = `${path}?bodySHA256=${bodyHash(body)}`
  return { url, headers: { 'x-twilio-signature': twilioSignature(authToken, base + url) }, payload: body }
}
/** A delivery as only the provider can make it. */
const signedBy: Partial<Record<ConnectableChannel, (path: string, body: Buffer) => Signed>> = {
  imessage: (path, payload) => ({ url: `${path}?key=${key}`, headers: {}, payload }),
  sms: twilio,
  telegram: (path, payload) => ({
    url: path,
    headers: { 'x-telegram-bot-api-secret-token': key },
    payload,
  }),
  wecom: (path, body) => {
    const { url, headers, body: payload } = fake.callback(path, body.toString())
    return { url, headers: { ...headers }, payload }
  },
  whatsapp: twilio,
}

test.each(shareOf(channelsWith('webhook') as ConnectableChannel[], 3))(
  '%s: whatever its provider signed is acknowledged and kept, whatever type it is called',
  async (channel) => {
    const id = await addAccount(channel)
    const signed = signedBy[channel]
    const bodies = Object.values({ ...said, ...empty }).filter((body) => typeof body === 'string')
    const types = ['application/json', 'text/plain; charset', 'no type', '', undefined]
    for (const [index, body] of bodies.entries()) {
      const { url, headers, payload } = signed!(`/hooks/${channel}/${id}`, Buffer.from(body))
      const type = types[index % types.length]
      const { 'content-type': _, ...others } = headers
      const answer = await world.app.inject({
        method: 'POST',
        url,
        headers: { ...others, ...(type !== undefined && { 'content-type': type }) },
        payload,
      })
      expect([nameOf(Buffer.from(body)), type, answer.statusCode, answer.headers['x-capture']]).toEqual([
        nameOf(Buffer.from(body)),
        type,
        200,
        'accepted',
      ])
    }
    const kept = (await recordsOf(id)).map(({ bytes }) => bytes.toString())
    expect(kept.toSorted()).toEqual(bodies.toSorted())
    await world.settle()
    const records = await recordsOf(id)
    expect(records.map(({ lines, quarantined }) => [lines, quarantined])).toEqual(records.map(() => [1, []]))
    const admin = await world.as(tenant, tenant.users.super_admin)
    const { json } = await admin.call('GET', `/bff/api/v1/accounts/${id}/coverage`)
    expect(json.days[0]).toMatchObject({ received: bodies.length, accepted: bodies.length, refused: 0 })
  },
)
