/** Content that is not text, of every kind that a channel delivers, under pseudonyms. */
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import type { Caller } from '#testing/caller.ts'
import { allCells } from '#testing/fidelity/all.ts'
import { addFidelityAccount, keepDeliveries } from '#testing/fidelity/play.ts'
import { captureHistory, messageOf } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'

let world: World
let tenant: WorldTenant
let reader: Caller
useTestWorld(async (opened, database) => {
  world = opened
  tenant = await world.makeTenant('content')
  for (const cells of allCells) {
    const accountId = await addFidelityAccount(world, tenant, cells)
    const deliveries = Object.values(cells.cells).flatMap((cell) =>
      typeof cell === 'string' ? [] : cell.deliveries,
    )
    await keepDeliveries(world, tenant, { channel: cells.channel, accountId }, deliveries)
  }
  await world.settle()
  // As PostgreSQL does by itself within seconds where autovacuum is on: without it, each question reads all messages.
  await database.administer('analyze')
})

const hide = async (readsUnderPseudonyms: boolean) => {
  const admin = await world.as(tenant, tenant.users.super_admin)
  expect((await admin.call('PUT', '/bff/organizations', { readsUnderPseudonyms })).status).toBe(200)
  world.pass(4_000)
  reader = await world.as(tenant, tenant.users.super_admin)
}

const inOurs = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(world.ctx.db, tenant.id, work)

/** Some messages with content that is not text, in one of their versions, and the conversations of all of them. */
const rich = () =>
  inOurs(async (tx) => {
    const { rows } = await sql<{
      id: string
      conversation_id: string
    }>`select id, conversation_id from message
      where structured is not null or exists (select from message_revision version
        where version.message_id = message.id and version.structured is not null)`.execute(tx)
    return {
      messages: rows.slice(0, 10).map(({ id }) => `/bff/api/v1/messages/${id}`),
      threads: [...new Set(rows.map(({ conversation_id: id }) => `/bff/conversations/${id}`))],
    }
  })

/** Every address and every name that messages give of their people. */
const people = () =>
  inOurs(async (tx) => {
    const { rows } = await sql<{ said: string | null }>`
      select author_address as said from message union select author_name from message
      union select one -> 'identity' ->> 'value' from message, jsonb_array_elements(recipients) one
      union select one ->> 'displayName' from message, jsonb_array_elements(recipients) one`.execute(tx)
    return rows.flatMap(({ said }) => (said && said.length > 3 ? said : []))
  })

type Shown = Pick<ThreadMessage, 'structured' | 'versions' | 'others'>

/** The content that is not text, and the words in it, of all these messages and of all their versions. */
async function contents(): Promise<string[]> {
  const { messages, threads } = await rich()
  const found: string[] = []
  for (const url of [...messages, ...threads]) {
    const { status, json } = await reader.call('GET', url)
    expect([url, status]).toEqual([url, 200])
    const shown: Shown[] = json.messages ?? [json]
    const versions = shown.flatMap((message) => [message, ...message.versions])
    found.push(...versions.flatMap(({ structured }) => (structured ? JSON.stringify(structured) : [])))
    found.push(...shown.flatMap(({ others }) => others.map(({ text }) => text)))
  }
  return found
}

/** What a preview shows of messages that hold a phrase. */
async function excerpts(pattern: string): Promise<string[]> {
  const rules = [{ name: 'Any', type: 'phrase', pattern }]
  const policy = { name: 'A preview', severity: 'low', rules }
  const { status, json } = await reader.call('POST', '/bff/api/v1/topics/preview', { policy, days: 90 })
  expect(status, JSON.stringify(json)).toBe(200)
  return json.sample.map((one: { excerpt: string }) => one.excerpt)
}

test('a preview of a policy shows of a card only what matched, and nothing under pseudonyms', async () => {
  const [word, number] = ['Acme', '351912000777']
  const card = { kind: 'card' as const, text: `Ann Ash\n+${number}\n${word}` }
  await captureHistory(world, tenant, [messageOf(world, { body: 'Here she is.', others: [card] })])
  await hide(false)
  const open = await excerpts(word)
  expect(open).toContain(word)
  expect(open.filter((text) => text.includes(number))).toEqual([])
  expect(await excerpts(number)).toContain(number)
  await hide(true)
  for (const pattern of [word, number]) {
    const hidden = await excerpts(pattern)
    expect(hidden).toContain('')
    expect(hidden.filter((text) => text.includes(number))).toEqual([])
  }
})

test('content that is not text names no one under pseudonyms, but does under names', async () => {
  const named = await people()
  expect(named.length).toBeGreaterThan(20)
  const leaksIn = (texts: readonly string[]) =>
    texts.filter((text) => named.some((one) => text.includes(JSON.stringify(one).slice(1, -1))))
  await hide(false)
  const open = await contents()
  expect(leaksIn(open).length).toBeGreaterThan(5)
  const ofACard = (texts: readonly string[]) => texts.filter((text) => text.includes('+351912000777'))
  expect(ofACard(open).length).toBeGreaterThan(3)
  await hide(true)
  const hidden = await contents()
  expect(leaksIn(hidden)).toEqual([])
  expect(ofACard(hidden)).toEqual([])
  // Texts, looks and places are shown as before.
  for (const kept of ['quotedText', 'options', 'latitude', 'style'])
    expect(
      hidden.some((text) => text.includes(`"${kept}"`)),
      kept,
    ).toBe(true)
  expect(hidden.length).toBeLessThan(open.length)
  for (const text of hidden) expect(text).not.toMatch(/"(?:fields|mentions|contacts?|vcard|person)"/)
}, 120_000)
