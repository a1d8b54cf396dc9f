/** A file that an earlier release kept is not kept again by one that understands its message. */
import type { MessageId } from '@verbatim/contract/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { keepArrivals } from '#flows/capture/keep.ts'
import { makeMissingLines } from '#flows/capture/missing.ts'
import type { CapturedAttachment, CapturedEvent, CapturedMessage } from '#kernel/captured-event.ts'
import { inTenant } from '#platform/db.ts'
import { arrivalOf, captureHistory } from '#testing/history.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { rereadRecords } from './reread.ts'

let world: World
let tenant: WorldTenant
useTestWorld(async (opened) => {
  world = opened
})
let tenants = 0
beforeEach(async () => {
  tenants += 1
  tenant = await world.makeTenant(`files${tenants}`)
})

const sid = `SM${'a'.repeat(32)}`
const file = (name: string, ordinal: number): CapturedAttachment => ({
  ordinal,
  name,
  url: `https://files.example/${name}`,
})

/** A release that reads these things in messages. */
const releaseWith = (read: Partial<CapturedMessage>) => ({
  find: (channel: Parameters<typeof findConnector>[0]) => {
    const connector = findConnector(channel)!
    const parse: typeof connector.parse = async (stored, account) =>
      (await connector.parse(stored, account)).map((event): CapturedEvent =>
        event.kind === 'message' ? { ...event, ...read } : event,
      )
    return { ...connector, parse }
  },
})
const unread = { contentType: 'unsupported', body: null, structured: { raw: true } } as const
const read = (body: string | null, attachments: readonly CapturedAttachment[]) =>
  releaseWith({ contentType: 'file', body, attachments })

async function deliver(readers: ReturnType<typeof releaseWith>): Promise<void> {
  const fields = { MessageSid: sid, From: '+15550177001', To: '+15550100001', NumMedia: '0', Body: 'x' }
  const arrival = arrivalOf(world, tenant, [], {
    accountId: tenant.accounts.sms,
    channel: 'sms',
    contentType: 'application/x-www-form-urlencoded',
    bytes: Buffer.from(new URLSearchParams(fields).toString()),
  })
  await keepArrivals(world.ctx.db, tenant.id, [arrival], world.ctx.now())
  await ingest({ ...world.ctx, readers }, tenant.id)
}

async function edit(body: string, attachments: readonly CapturedAttachment[]): Promise<void> {
  const at = new Date(world.ctx.now().getTime() + 60_000)
  await captureHistory(world, tenant, [
    { kind: 'edit', channel: 'sms', eventKey: `e ${body}`, targetKey: sid, at, body, attachments },
  ])
}

let releases = 0
async function again(readers: ReturnType<typeof releaseWith>) {
  releases += 1
  const operator = { userId: undefined, name: 'Operator' }
  return rereadRecords({ ...world.ctx, readers, release: `9.9.${releases}`, operator }, tenant.id, {
    all: true,
  })
}

/** The names of the files that are kept, those that are shown, and those of each version. */
async function kept() {
  const reviewer = await world.as(tenant, tenant.users.compliance)
  const { json: list } = await reviewer.call('GET', '/bff/api/v1/messages')
  expect(list.total).toBe(1)
  const id: MessageId = list.items[0].id
  const { json } = await reviewer.call('GET', `/bff/api/v1/messages/${id}`)
  const rows = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('attachment').select(['id', 'name']).orderBy('ordinal').execute(),
  )
  const names = new Map<string, string | null>(rows.map((row) => [row.id, row.name]))
  return {
    body: json.body,
    count: json.attachmentCount,
    files: [...names.values()],
    shown: json.attachments
      .filter(({ isReplaced }: { isReplaced?: boolean }) => !isReplaced)
      .map(({ name }: { name: string }) => name),
    versions: json.versions.map(({ body, attachmentIds }: { body: string; attachmentIds?: string[] }) => [
      body,
      ...(attachmentIds ?? []).map((one) => names.get(one)),
    ]),
  }
}

test('a file that an edit has brought is the file of the message that is understood afterwards', async () => {
  await deliver(releaseWith({ ...unread, attachments: [] }))
  await edit('Our terms, corrected', [file('terms.pdf', 0)])
  const later = read('Our terms', [file('terms.pdf', 0)])
  expect(await again(later)).toMatchObject({ understood: 1 })
  const once = {
    body: 'Our terms, corrected',
    count: 1,
    files: ['terms.pdf'],
    shown: ['terms.pdf'],
    versions: [[null], ['Our terms, corrected', 'terms.pdf'], ['Our terms', 'terms.pdf']],
  }
  expect(await kept()).toEqual(once)
  await again(later)
  expect(await kept()).toEqual(once)
})

test('a message whose file was kept before its text was understood has it once, beside what was missed', async () => {
  await deliver(releaseWith({ ...unread, attachments: [file('first.pdf', 0), { ordinal: 1, name: 'lost' }] }))
  const files = [file('new.pdf', 0), file('first.pdf', 1), { ordinal: 2, name: 'lost' }]
  await again(read('Here they are', files))
  expect(await kept()).toMatchObject({
    body: 'Here they are',
    files: ['first.pdf', 'lost', 'new.pdf'],
    versions: [
      [null, 'first.pdf', 'lost'],
      ['Here they are', 'new.pdf', 'first.pdf', 'lost'],
    ],
  })
})

test('a file whose address a later release finds is fetched, in place of the one that was not offered', async () => {
  await deliver(releaseWith({ ...unread, body: 'Look', attachments: [{ ordinal: 0, name: 'plan.pdf' }] }))
  await again(read(null, [file('plan.pdf', 0)]))
  expect(await kept()).toMatchObject({ body: 'Look', files: ['plan.pdf', 'plan.pdf'], shown: ['plan.pdf'] })
  const states = await inTenant(world.ctx.db, tenant.id, (tx) =>
    tx.selectFrom('attachment').select('state').orderBy('ordinal').execute(),
  )
  expect(states).toEqual([{ state: 'gap' }, { state: 'pending' }])
})

test('a file that is in a message twice is there twice, however often it is read', async () => {
  await deliver(releaseWith({ ...unread, attachments: [file('same.pdf', 0), file('same.pdf', 1)] }))
  await again(read('Twice', [file('same.pdf', 0), file('same.pdf', 1)]))
  expect(await kept()).toMatchObject({ files: ['same.pdf', 'same.pdf'], shown: ['same.pdf', 'same.pdf'] })
})

test('a message that comes after the line of its edit has the file of both once', async () => {
  await edit('Caption, corrected', [file('terms.pdf', 0)])
  world.pass(8 * 24 * 60 * 60_000)
  expect(await makeMissingLines(world.ctx, tenant.id)).toBe(1)
  await deliver(read('Caption', [file('terms.pdf', 0), file('more.pdf', 1)]))
  expect(await kept()).toMatchObject({
    body: 'Caption, corrected',
    files: ['terms.pdf', 'more.pdf'],
    shown: ['terms.pdf'],
  })
})

test('a message that was understood gets the file beside it that an earlier release did not fetch, once', async () => {
  await deliver(read('See our page', []))
  const picture = { ...file('picture.jpg', 0), isBeside: true as const }
  const whole = { body: 'See our page', count: 1, shown: ['picture.jpg'] }
  await again(read('See our page', [picture]))
  expect(await kept()).toMatchObject(whole)
  await again(read('See our page', [picture]))
  expect(await kept()).toMatchObject(whole)
  // A file of its own, or one under another author's copy, makes it another message, which keeps its files to itself.
  const other = releaseWith({
    author: { kind: 'phone', value: '+15550009999' },
    attachments: [{ ...picture, url: 'https://files.example/2' }],
  })
  await again(other)
  expect(await kept()).toMatchObject(whole)
})
