/**
 * What providers list, compared with what is stored, as the product does it: the lists of ten Macs, page by page from agents in a process
 * of their own, each page parsed, looked up and counted, and the one message in a hundred that is missing kept. Beside that
 * the same pages read and parsed as JSON alone, and the keys of what is stored read by one statement.
 */
import { createHash } from 'node:crypto'
import { minuteMs } from '@verbatim/contract/durations.ts'
import type { AccountId, ConversationId, RecordId } from '@verbatim/contract/ids.ts'
import { listedType } from '@verbatim/server/channels/imessage/events.ts'
import { findConnector } from '@verbatim/server/channels/registry.ts'
import { reconcile } from '@verbatim/server/flows/reconcile/reconcile.ts'
import { newId } from '@verbatim/server/kernel/uuid.ts'
import { insertMany } from '@verbatim/server/platform/bulk.ts'
import { inTenant } from '@verbatim/server/platform/db.ts'
import { insertMessages } from '@verbatim/server/testing/messages.ts'
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import type { Claim, Row } from './figures.ts'
import { connectMac, listedChannel, midnightAgo, openListPeer } from './listed.ts'
import { guidOf, listPage, type MacList, rowOf, sentAtOf, textOf } from './listed-rows.ts'
import { openProduct, type Product } from './product.ts'

const compared = 1_000_000
const mostMs = 60_000
const macs = 10
/** As many accounts of one organization are compared at once. */
const atOnce = 4
/** Of the million; fewer messages are of fewer days, so that an hour has as many. */
const mostDays = 30
/** One of so many was never delivered. */
const missingOf = 100

export const comparing: Claim = {
  name: 'comparing',
  async measure({ messages, tell }): Promise<Row[]> {
    const count = Math.floor(Math.min(messages, compared) / macs)
    const from = midnightAgo(Math.ceil((mostDays * count * macs) / compared))
    const list = { from, everyMs: Math.floor((Date.now() - 10 * minuteMs - from) / count), count }
    using peer = await openListPeer(list)
    await using product = await openProduct({ works: false, env: { MEDIA_HOSTS: peer.host } })
    const tenant = await product.world.makeTenant('comparing')
    for (let mac = 0; mac < macs; mac++) {
      const since = new Date(from)
      await storeMac(product, tenant, list, {
        mac,
        id: await connectMac(product, tenant, { peer, mac, since }),
      })
      tell(`${((mac + 1) * count).toLocaleString('en-GB')} messages are on Macs`)
    }
    await product.admin.query('vacuum analyze')
    await product.admin.query('checkpoint')

    const { ctx } = product.world
    const floors = [await readAlone(product, tenant, peer.host, list)]
    const began = performance.now()
    while ((await reconcile(ctx, tenant.id)) > 0);
    const ours = performance.now() - began
    floors.push(await readAlone(product, tenant, peer.host, list))
    await checkCounts(product, tenant, macs * count)

    // Fewer say what the million would take.
    const scale = compared / (macs * count)
    return [
      {
        what: 'Lists of 1,000,000 messages compared with what is stored, 1 % of them fetched',
        ours: ours * scale,
        floor: (floors.reduce((sum, one) => sum + one, 0) / floors.length) * scale,
        against: 'the same pages read as JSON, and the keys by one statement',
        unit: 'ms',
        marks: { atMost: mostMs },
      },
    ]
  },
}

const batch = 5_000
const isMissing = (index: number) => index % missingOf === missingOf - 1

/** What the product has of a Mac: each message as its webhook brought it, and its full form, which a list brought later. */
async function storeMac(
  { world: { ctx } }: Product,
  { id: tenantId }: WorldTenant,
  list: MacList,
  { mac, id }: { readonly mac: number; readonly id: AccountId },
): Promise<void> {
  const connector = findConnector(listedChannel)
  if (!connector) throw new Error('The channel is not there')
  const now = new Date()
  const conversation = newId<ConversationId>(now)
  for (let first = 0; first < list.count; first += batch) {
    const indexes = Array.from({ length: Math.min(batch, list.count - first) }, (_, at) => first + at)
    const stored = indexes
      .filter((index) => !isMissing(index))
      .map((index) => ({ index, recordId: newId<RecordId>(now), sentAt: new Date(sentAtOf(list, index)) }))
    const records = stored.flatMap(({ index, recordId, sentAt }) => {
      const body = Buffer.from(JSON.stringify({ type: listedType, data: rowOf(list, mac, index) }))
      const sha256 = createHash('sha256').update(body).digest()
      const shared = { account_id: id, channel: listedChannel, sha256, received_at: sentAt }
      const posted = `new-message:${guidOf(mac, index)}:${sha256.toString('hex')}`
      const listed = connector.rawKey({ body, contentType: 'application/json', headers: {}, sha256 })
      return [
        { ...shared, id: recordId, transport: 'webhook', source_key: posted },
        { ...shared, id: newId<RecordId>(now), transport: 'poll', source_key: listed },
      ]
    })
    await inTenant(ctx.db, tenantId, async (tx) => {
      await insertMessages(
        tx,
        stored.map(({ index, recordId, sentAt }) => ({
          record_id: recordId,
          channel: listedChannel,
          account_id: id,
          conversation_id: conversation,
          message_key: `${id}:${guidOf(mac, index)}`,
          body: textOf(index),
          posted_at: sentAt,
          captured_at: sentAt,
        })),
        now,
      )
      // A comparison reads none of their bytes.
      const empty = { content_type: 'application/json', headers: {}, bytes: Buffer.of(0) }
      await insertMany(
        tx,
        'message_record',
        recordColumns,
        records.map((record) => ({ ...record, ...empty })),
      )
    })
  }
}

const recordColumns = {
  id: 'uuid',
  account_id: 'uuid',
  channel: 'text',
  transport: 'text',
  source_key: 'text',
  sha256: 'bytea',
  received_at: 'timestamptz',
  content_type: 'text',
  headers: 'jsonb',
  bytes: 'bytea',
} as const

/** The least that a comparison does. @returns its time in milliseconds */
async function readAlone(
  { admin }: Product,
  { id }: WorldTenant,
  host: string,
  { count }: MacList,
): Promise<number> {
  const began = performance.now()
  const waiting = Array.from({ length: macs }, (_, mac) => mac)
  const readMacs = async () => {
    for (let mac = waiting.shift(); mac !== undefined; mac = waiting.shift())
      for (let offset = 0; offset < count; offset += listPage) {
        const body = JSON.stringify({ offset, limit: listPage, sort: 'ASC' })
        const url = `http://${host}/mac-${mac}/api/v1/message/query?password=x`
        const { data } = (await (await fetch(url, { method: 'POST', body })).json()) as { data: unknown[] }
        if (data.length === 0) throw new Error('A page is empty')
      }
  }
  await Promise.all([
    ...Array.from({ length: atOnce }, readMacs),
    admin.query(`select channel, message_key from message where tenant_id = '${id}'`),
  ])
  return performance.now() - began
}

/** Every message was counted in its hour, and each that was missing was fetched and is kept. */
async function checkCounts({ admin }: Product, { id }: WorldTenant, messages: number): Promise<void> {
  const { rows } = await admin.query<{ listed: number; recovered: number; kept: number }>(
    `select sum(listed)::int as listed, sum(recovered)::int as recovered,
      (select count(*)::int from record_backlog where tenant_id = '${id}') as kept
    from coverage_hour where tenant_id = '${id}'`,
  )
  const missing = macs * Math.floor(messages / macs / missingOf)
  const expected = { listed: messages, recovered: missing, kept: missing }
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
    throw new Error(`Compared were ${JSON.stringify(rows[0])}, and not ${JSON.stringify(expected)}`)
}
