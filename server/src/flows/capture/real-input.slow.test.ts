import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import type { Message } from '@verbatim/contract/messages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { isWhole, shareOf } from '@verbatim/reference/share.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { type PlayedConversation, readConversations } from '#testing/traffic/conversations.ts'
import { inLanes } from '#testing/traffic/lanes.ts'
import {
  type Ask,
  openPlayedInstallation,
  type PlayedInstallation,
} from '#testing/traffic/played-installation.ts'
import {
  signedForm,
  signedJson,
  type TwilioEndpoint,
  type TwilioFields,
  webhooksOf,
} from '#testing/traffic/twilio-traffic.ts'
import { openWebhookSender } from '#testing/traffic/webhook-sender.ts'
import type { WorldTenant } from '#testing/world.ts'

/** Real conversations through the real endpoints; skipped if the reference data is not next to the repository. */
const conversationsFile = sharedFile('data/conversations/conversations.jsonl.gz')
const goldenFile = sharedFile('data/policy/golden_matches.json.gz')

interface Golden {
  readonly patternId: string
  readonly pattern: string
  readonly flags: string
  readonly matches: readonly (readonly [string, number, number, number])[]
}

const connections = 32
const conversations: PlayedConversation[] = []
/** What was sent: the ingest of the bytes, by message SID. */
const sent = new Map<string, string>()
/** The conversation and message with a SID. */
const placeOf = new Map<string, string>()
let installation: PlayedInstallation
let tenant: WorldTenant
let read: Ask
const policyNames = new Map<string, string>()
/** The patterns, and the first matches of each in the played conversations. */
const golden = () => {
  const played = new Set(conversations.map(({ conversationId }) => conversationId))
  const all = JSON.parse(gunzipSync(readFileSync(goldenFile!)).toString()) as Golden[]
  return all.map((one) => ({
    ...one,
    matches: one.matches.filter(([conversation]) => played.has(conversation)),
  }))
}

const sidOf = (fields: TwilioFields) => fields['MessageSid'] ?? ''
const endpointOf = (index: number): TwilioEndpoint =>
  installation.endpoint(tenant, index % 2 === 0 ? 'sms' : 'whatsapp')
const rowsIn = <Row>(work: (tx: TenantTx) => Promise<{ rows: Row[] }>) =>
  inTenant(installation.world.ctx.db, tenant.id, async (tx) => (await work(tx)).rows)

describe.skipIf(!conversationsFile || !goldenFile)('real messages through the signed webhooks', () => {
  let messages = 0
  beforeAll(async () => {
    conversations.push(...shareOf([...readConversations(conversationsFile!)], 30))
    messages = conversations.reduce((sum, conversation) => sum + conversation.messages.length, 0)
    if (isWhole) expect(messages).toBe(82_085)
    else expect(messages).toBeGreaterThan(2_500)
    installation = await openPlayedInstallation()
    tenant = await installation.world.makeTenant('played')
    read = installation.crowd(tenant)
    for (const { patternId, pattern, flags } of golden()) {
      const made = await read('/bff/api/v1/topic', {
        name: patternId,
        rules: [{ type: 'regex', pattern: flags ? `(?${flags})${pattern}` : pattern, name: patternId }],
      })
      expect(made.status, patternId).toBe(200)
      policyNames.set(made.json.id as string, patternId)
    }
    await play()
    await installation.ingested(tenant, 300_000)
  }, 900_000)
  afterAll(() => installation?.[Symbol.asyncDispose]())

  test('each is captured exactly once, with the bytes that were sent', async () => {
    expect(sent.size).toBe(messages)
    const records = await rowsIn((tx) =>
      sql<{ source_key: string; sha256: string; kept: string }>`
        select source_key, encode(sha256, 'hex') as sha256, encode(sha256(bytes), 'hex') as kept
        from message_record`.execute(tx),
    )
    expect(records).toHaveLength(messages)
    const differing = records.filter(
      ({ source_key, sha256, kept }) =>
        sent.get(source_key.replace(/:onMessageAdded:$/, '')) !== kept || kept !== sha256,
    )
    expect(differing).toEqual([])
    const [counted] = await rowsIn((tx) =>
      sql<{ n: number; keys: number; records: number }>`
        select count(*)::int as n, count(distinct message_key)::int as keys, count(distinct record_id)::int as records
        from message`.execute(tx),
    )
    expect(counted).toEqual({ n: messages, keys: messages, records: messages })
    const { items } = (await read('/bff/api/v1/accounts')).json as {
      items: { accepted: number; duplicate: number; quarantined: number; refused: number; waiting: number }[]
    }
    expect(items.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(messages)
    for (const counts of items)
      expect(counts).toMatchObject({ duplicate: 0, quarantined: 0, refused: 0, waiting: 0 })
  })

  test('conversations can be read through the API: each message once, in order, with its text unchanged', async () => {
    const known = await rowsIn((tx) =>
      sql<{ message_key: string; conversation_id: string }>`
        select distinct on (conversation_id) message_key, conversation_id from message`.execute(tx),
    )
    const idOf = new Map(
      known.map(({ message_key, conversation_id }) => [
        placeOf.get(message_key)!.replace(/\/\d+$/, ''),
        conversation_id,
      ]),
    )
    expect(known).toHaveLength(conversations.length)
    expect(idOf.size).toBe(conversations.length)
    await inLanes(shareOf(conversations, 10), 4, async (conversation) => {
      const texts = await readThread(idOf.get(conversation.conversationId)!)
      expect(texts).toEqual(conversation.messages.map(({ text }) => shown(text)))
    })
  }, 300_000)

  test('a policy for each reference pattern finds its first matches at exactly the right places', async () => {
    const rows = await rowsIn((tx) =>
      sql<{ policy_id: string; message_key: string; start_at: number; end_at: number }>`
        select distinct on (evidence.policy_id, evidence.message_id) evidence.policy_id, message.message_key,
          evidence.start_at, evidence.end_at
        from evidence join message on message.id = evidence.message_id
        order by evidence.policy_id, evidence.message_id, evidence.start_at, evidence.end_at`.execute(tx),
    )
    const found = rows.map(
      ({ policy_id, message_key, start_at, end_at }) =>
        `${policyNames.get(policy_id)} ${placeOf.get(message_key)} ${start_at}-${end_at}`,
    )
    const expected = golden().flatMap(({ patternId, matches }) =>
      matches.map(
        ([conversation, index, start, end]) => `${patternId} ${conversation}/${index} ${start}-${end}`,
      ),
    )
    if (isWhole) expect(expected).toHaveLength(5_467)
    else expect(expected.length).toBeGreaterThan(150)
    expect(found.toSorted()).toEqual(expected.toSorted())
    const incidents = new Set(
      golden().flatMap(({ patternId, matches }) =>
        matches.map(([conversation]) => `${patternId} ${conversation}`),
      ),
    )
    const [events] = await rowsIn((tx) =>
      sql<{ n: number; open: number }>`
        select count(*)::int as n, count(*) filter (where not_evaluated)::int as open from cognitive_event`.execute(
        tx,
      ),
    )
    expect(events).toEqual({ n: incidents.size, open: 0 })
  })

  test(
    'every distinct word of a sample of messages finds its message',
    { tags: ['whole'], timeout: 300_000 },
    async () => {
      const sample = await rowsIn((tx) =>
        sql<{ id: string; conversation_id: string; body: string }>`
        select id, conversation_id, body from message order by message_key limit ${isWhole ? 500 : 30}`.execute(
          tx,
        ),
      )
      const words = new Map<string, Set<string>>()
      const homeOf = new Map(sample.map(({ id, conversation_id }) => [id, conversation_id]))
      for (const { id, body } of sample)
        for (const word of wordsOf(body)) words.set(word, (words.get(word) ?? new Set()).add(id))
      const missing: string[] = []
      await inLanes(words, 4, async ([word, ids]) => {
        for (const part of partsOf([...ids], 20)) {
          const homes = [...new Set(part.map((id) => homeOf.get(id)!))]
          const found = await findAll(word, homes)
          missing.push(...part.filter((id) => !found.has(id)).map((id) => `${word} in ${id}`))
        }
      })
      expect(words.size).toBeGreaterThan(isWhole ? 1_500 : 120)
      expect(missing).toEqual([])
    },
  )

  test('playing some of it again only increases the count of duplicates', async () => {
    await using sender = openWebhookSender(installation.origin, { connections: 4 })
    let again = 0
    for (const [index, conversation] of conversations.slice(0, isWhole ? 20 : 3).entries())
      for (const webhook of signedWebhooks(conversation, index)) {
        expect(await sender.send(webhook.request)).toEqual({ status: 200, duplicate: true })
        again += 1
      }
    await installation.ingested(tenant, 10_000)
    const { items } = (await read('/bff/api/v1/accounts')).json as { items: { duplicate: number }[] }
    expect(items.reduce((sum, { duplicate }) => sum + duplicate, 0)).toBe(again)
    const [records] = await rowsIn((tx) => sql`select count(*)::int as n from message_record`.execute(tx))
    expect(records).toEqual({ n: messages })
  })
})

/** Even conversations come by SMS, odd ones by WhatsApp; every fifth as JSON. */
function* signedWebhooks(conversation: PlayedConversation, index: number) {
  const endpoint = endpointOf(index)
  const sign = index % 5 === 4 ? signedJson : signedForm
  for (const fields of webhooksOf(conversation, endpoint))
    yield { sid: sidOf(fields), request: sign(endpoint, fields) }
}

/** Conversations in parallel, with the messages of each one in sequence, as people write. */
async function play(): Promise<void> {
  await using sender = openWebhookSender(installation.origin, { connections })
  await inLanes(conversations.entries(), connections, async ([index, conversation]) => {
    let place = 0
    for (const { sid, request } of signedWebhooks(conversation, index)) {
      sent.set(sid, createHash('sha256').update(request.body).digest('hex'))
      placeOf.set(sid, `${conversation.conversationId}/${place}`)
      place += 1
      const { status } = await sender.send(request)
      if (status !== 200) throw new Error(`A webhook was answered ${status}`)
    }
  })
}

/** The part of a text that a form can carry and the database can store. */
const shown = (text: string) => text.toWellFormed().replaceAll('\0', '\u2400')

async function readThread(id: string): Promise<(string | null)[]> {
  const texts: (string | null)[] = []
  let before: string | undefined
  do {
    const answer = await read(`/bff/conversations/${id}?limit=200${before ? `&before=${before}` : ''}`)
    expect(answer.status).toBe(200)
    const page = answer.json as Conversation
    texts.unshift(...page.messages.map(({ body }) => body))
    before = page.before
  } while (before)
  return texts
}

/** The words of a text: runs of letters, marks and digits, each once. Written separately for this test. */
function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [])
}

function* partsOf<Thing>(things: readonly Thing[], size: number): Generator<Thing[]> {
  for (let at = 0; at < things.length; at += size) yield things.slice(at, at + size)
}

async function findAll(word: string, conversationIds: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  const query = new URLSearchParams({
    search: `messageBody:${word}`,
    filter: `conversationId[in]:${conversationIds.join('|')}`,
    limit: '200',
  })
  for (;;) {
    const answer = await read(`/bff/api/v1/messages?${query.toString()}&skip=${found.size}`)
    expect(answer.status, word).toBe(200)
    const { items, total } = answer.json as { items: Message[]; total: number }
    for (const { id } of items) found.add(id)
    if (items.length === 0 || found.size >= total) return found
  }
}
