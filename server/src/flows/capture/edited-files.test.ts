/** An edit may replace the file of a message, and its content that is no text: each version keeps what it had. */
import type { AccountId, AttachmentId } from '@verbatim/contract/ids.ts'
import { beforeEach, expect, test } from 'vitest'
import { findConnector } from '#channels/registry.ts'
import { markStored, takeDueAttachments } from '#domains/messages/media-commands.ts'
import { requireOwnAttachment } from '#domains/messenger/attachments.ts'
import { requireOwnConversation } from '#domains/messenger/queries.ts'
import { readRecord } from '#flows/archive/read-record.ts'
import { rereadRecords } from '#flows/reread/reread.ts'
import type { CapturedEvent } from '#kernel/captured-event.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { turnArchivingOn } from '#testing/archiving-on.ts'
import type { Caller } from '#testing/caller.ts'
import { json } from '#testing/fidelity/cells.ts'
import { addFidelityAccount, keepDeliveries } from '#testing/fidelity/play.ts'
import { telegramCells } from '#testing/fidelity/telegram.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { ingest } from './ingest.ts'
import { makeMissingLines } from './missing.ts'

let world: World
let tenant: WorldTenant
let accountId: AccountId
let reviewer: Caller
useTestWorld(async (opened) => {
  world = opened
})
let tenants = 0
beforeEach(async () => {
  tenants += 1
  tenant = await world.makeTenant(`edited${tenants}`)
  accountId = await addFidelityAccount(world, tenant, telegramCells)
  reviewer = await world.as(tenant, tenant.users.compliance)
  await turnArchivingOn(world, tenant)
})

const inTx = <T>(act: (tx: TenantTx) => Promise<T>) => inTenant(world.ctx.db, tenant.id, act)

const date = 1_772_442_000
let updates = 0
const update = (kind: string, fields: object) => ({
  update_id: (updates += 1),
  [kind]: {
    message_id: 7,
    date,
    from: { id: 7_002_002, is_bot: false, first_name: 'Bob' },
    chat: { id: 7_002_002, type: 'private', first_name: 'Bob' },
    business_connection_id: 'Rk1',
    ...fields,
  },
})
const sent = (fields: object) => update('business_message', fields)
const edited = (seconds: number, fields: object) =>
  update('edited_business_message', { edit_date: date + seconds, ...fields })
/** Each delivery names a file by another id. */
const file = (name: string) => ({
  document: { file_id: `id${(updates += 1)}`, file_unique_id: name, file_name: name, file_size: 4 },
})

async function deliver(...given: readonly object[]): Promise<void> {
  await keepDeliveries(world, tenant, { channel: 'telegram', accountId }, given.map(json))
  await world.settle()
  const due = await inTx((tx) => takeDueAttachments(tx, world.ctx.now(), 50))
  for (const one of due) {
    const bytes = Buffer.from(`the bytes of ${one.url.split('/')[0]}`)
    const sha256 = await world.ctx.blobs.put(tenant.id, bytes)
    const content = { sha256, sizeBytes: bytes.length, mimeDetected: undefined }
    await inTx((tx) => markStored(tx, one, content, world.ctx.now()))
  }
}

async function shown() {
  const { json: list } = await reviewer.call('GET', '/bff/api/v1/messages')
  const { json: message } = await reviewer.call('GET', `/bff/api/v1/messages/${list.items[0].id}`)
  const { attachments, versions, body, attachmentCount } = message
  const names = new Map<string, string>(
    attachments.map(({ id, name }: { id: string; name: string }) => [id, name]),
  )
  return {
    body,
    attachmentCount,
    files: attachments
      .filter(({ isReplaced }: { isReplaced?: boolean }) => !isReplaced)
      .map(({ name }: { name: string }) => name),
    kept: [...names.values()],
    versions: versions.map((version: { body: string | null; attachmentIds?: string[] }) => [
      version.body,
      ...(version.attachmentIds ?? []).map((id) => names.get(id)),
    ]),
  }
}

async function mails() {
  const queued = await inTx((tx) => tx.selectFrom('archive_mail').selectAll().orderBy('revision').execute())
  const records = []
  for (const mail of queued) {
    const record = await readRecord(world.ctx, tenant.id, mail)
    if (record === 'pending') throw new Error('A file is still being fetched')
    const { event, text, attachments, filesBefore = [], details = '' } = record
    records.push({ event, text, files: attachments.map(({ name }) => name), filesBefore, details })
  }
  return records
}

test('a file that was replaced, and its caption, are kept with their version, and each is mailed once', async () => {
  await deliver(
    sent({ caption: 'Our terms', ...file('old.pdf') }),
    edited(60, { caption: 'Our new terms', ...file('old.pdf') }),
    edited(120, { caption: 'Our new terms', ...file('new.pdf') }),
    // A preview of a link, for example, changes nothing that people said.
    edited(180, { caption: 'Our new terms', ...file('new.pdf') }),
  )
  expect(await shown()).toEqual({
    body: 'Our new terms',
    attachmentCount: 2,
    files: ['new.pdf'],
    kept: ['old.pdf', 'new.pdf'],
    versions: [
      ['Our terms', 'old.pdf'],
      ['Our new terms', 'old.pdf'],
      ['Our new terms', 'new.pdf'],
    ],
  })
  expect(await mails()).toMatchObject([
    { event: 'message', text: 'Our terms', files: ['old.pdf'], filesBefore: [] },
    { event: 'edit', text: 'Our new terms', files: [], filesBefore: [] },
    { event: 'edit', text: 'Our new terms', files: ['new.pdf'], filesBefore: ['old.pdf'] },
  ])
})

test('edits in any order, and a message after its edits, come to the same', async () => {
  const deliveries = [
    sent({ text: 'Look' }),
    edited(60, { caption: 'Look', ...file('one.pdf') }),
    edited(120, { caption: 'Look', ...file('two.pdf') }),
  ]
  await deliver(...deliveries.toReversed())
  expect(await shown()).toMatchObject({ files: ['two.pdf'], attachmentCount: 2 })
  expect((await shown()).versions).toContainEqual(['Look', 'one.pdf'])
  expect((await shown()).versions).toContainEqual(['Look'])
})

test('a message that comes after the line which an edit made for it has both its files', async () => {
  await deliver(edited(60, { caption: 'Later', ...file('new.pdf') }))
  world.pass(8 * 24 * 60 * 60_000)
  expect(await makeMissingLines(world.ctx, tenant.id)).toBe(1)
  reviewer = await world.as(tenant, tenant.users.compliance)
  await deliver(sent({ caption: 'First', ...file('old.pdf') }))
  expect(await shown()).toMatchObject({ files: ['new.pdf'], attachmentCount: 2 })
  expect((await shown()).versions).toContainEqual(['First', 'old.pdf'])
  expect((await shown()).versions).toContainEqual(['Later', 'new.pdf'])
})

test('where a word leads may change under the same text, and buttons below it', async () => {
  const leads = (url: string) => ({
    text: 'see here',
    entities: [{ type: 'text_link', offset: 4, length: 4, url }],
  })
  await deliver(
    sent(leads('https://acme.test/')),
    edited(60, leads('https://evil.test/')),
    edited(120, {
      ...leads('https://evil.test/'),
      reply_markup: { inline_keyboard: [[{ text: 'Pay', url: 'https://evil.test/pay' }]] },
    }),
  )
  const { json: list } = await reviewer.call('GET', '/bff/api/v1/messages')
  const { json: message } = await reviewer.call('GET', `/bff/api/v1/messages/${list.items[0].id}`)
  expect(message).toMatchObject({
    structured: { links: 'https://evil.test/', buttons: 'Pay https://evil.test/pay' },
    versions: [
      { structured: { links: 'https://acme.test/' } },
      { structured: { links: 'https://evil.test/' } },
      { structured: { buttons: 'Pay https://evil.test/pay' } },
    ],
  })
  expect((await mails())[1]?.details).toContain('https://evil.test/')
})

test('policies find what the new file says, in the version that has it', async () => {
  const policy = {
    name: 'Names',
    severity: 'low',
    scope: 'global',
    groupIds: [],
    action: 'raise',
    enabled: true,
    rules: [{ name: 'R', type: 'phrase', pattern: 'secret', scope: 'attachment', conditions: {} }],
  }
  expect((await reviewer.call('POST', '/bff/api/v1/topic', policy)).status).toBe(200)
  await deliver(
    sent({ caption: 'Look', ...file('open.pdf') }),
    edited(60, { caption: 'Look', ...file('secret plan.pdf') }),
  )
  const evidence = await inTx((tx) => tx.selectFrom('evidence').select(['part', 'revision']).execute())
  expect(evidence).toEqual([{ part: 'attachment:1', revision: 2 }])
})

test('a preview sees only the files that a message has now, their names and what they say', async () => {
  await deliver(
    sent({ caption: 'Look', ...file('old.txt') }),
    edited(60, { caption: 'Look', ...file('new.txt') }),
    edited(120, { caption: 'Look', ...file('newest.txt') }),
    edited(180, { caption: 'Look', ...file('new.txt') }),
  )
  await world.settle()
  const rules = ['old', 'new', 'newest', 'the bytes of'].map((pattern) => ({
    type: 'phrase',
    pattern,
    scope: 'attachment',
  }))
  const { json } = await reviewer.call('POST', '/bff/api/v1/topics/preview', {
    policy: { rules },
    days: 365,
  })
  expect(json).toMatchObject({ byRule: [0, 1, 0, 1], attachmentsRead: 1, attachmentsUnread: 0 })
  expect(json.sample).toMatchObject([{ excerpt: 'new.txt', rules: [1, 3] }])
})

test('the messenger shows the files of the current version, and gives no other', async () => {
  await deliver(
    sent({ caption: 'Look', ...file('old.pdf') }),
    edited(60, { caption: 'Look', ...file('new.pdf') }),
  )
  const { json: list } = await reviewer.call('GET', '/bff/api/v1/messages')
  const { json: message } = await reviewer.call('GET', `/bff/api/v1/messages/${list.items[0].id}`)
  const owner = { userId: tenant.representative, messengerRole: 'user' as const }
  const given = await inTx(async (tx) => {
    const thread = await requireOwnConversation(tx, owner, message.conversationId, {
      limit: 50,
      oneReaction: new Set(),
    })
    const ask = (id: AttachmentId) =>
      requireOwnAttachment(tx, owner, { messageId: message.id, attachmentId: id }).then(
        ({ name }) => name,
        ({ code }: { code: string }) => code,
      )
    const shownThere = thread.messages.flatMap(({ attachments }) => attachments.map(({ name }) => name))
    const asked = []
    for (const { id } of message.attachments) asked.push(await ask(id))
    return { shownThere, asked }
  })
  expect(given).toEqual({ shownThere: ['new.pdf'], asked: ['attachment.not-found', 'new.pdf'] })
})

test(
  'an edit of which an earlier release kept only the text is read again, once',
  { tags: ['whole'] },
  async () => {
    const earlier = {
      find: (channel: Parameters<typeof findConnector>[0]) => {
        const connector = findConnector(channel)!
        const parse: typeof connector.parse = async (stored, account) =>
          (await connector.parse(stored, account)).map((event): CapturedEvent => {
            if (event.kind !== 'edit') return event
            const { attachments: _files, structured: _content, ...kept } = event
            return kept
          })
        return { ...connector, parse }
      },
    }
    const given = [
      sent({ caption: 'Our terms', ...file('old.pdf') }),
      edited(60, { caption: 'Our new terms', ...file('new.pdf') }),
    ]
    await keepDeliveries(world, tenant, { channel: 'telegram', accountId }, given.map(json))
    await ingest({ ...world.ctx, readers: earlier }, tenant.id)
    expect(await shown()).toMatchObject({ body: 'Our new terms', files: ['old.pdf'] })
    const again = (release: string) =>
      rereadRecords(
        {
          ...world.ctx,
          readers: { find: findConnector },
          release,
          operator: { userId: undefined, name: 'Operator' },
        },
        tenant.id,
        { all: true },
      )
    await again('9.9.1')
    await deliver()
    const read = await shown()
    expect(read).toMatchObject({ body: 'Our new terms', files: ['new.pdf'], kept: ['old.pdf', 'new.pdf'] })
    await again('9.9.2')
    expect(await shown()).toEqual(read)
    expect((await mails()).at(-1)).toMatchObject({
      event: 'edit',
      files: ['new.pdf'],
      filesBefore: ['old.pdf'],
    })
  },
)
