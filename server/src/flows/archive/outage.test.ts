/** Large media over receivers that fail in every way: nothing is lost, and nothing is there twice by its Message-ID. */
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import { randomBytes } from 'node:crypto'
import type { AttachmentId, MessageId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { mailsTo } from '#testing/waiting-mail.ts'
import { sendArchive } from './send-archive.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

/** Shorter than the fake's late answer. Where none is late, the usual limit holds, whatever else the machine does. */
const impatient = { timeoutMs: 800 }
const lateMs = 1_200
/** More than fits into one mail of a megabyte. */
const largeBytes = 850_007

async function send(archiveLink = {}): Promise<void> {
  while ((await sendArchive({ ...on.world.ctx, archiveLink }, on.tenant.id)) > 0);
}

/** Gives a message files, as if they had been fetched. */
async function attach(messageId: MessageId, files: readonly Buffer[]): Promise<void> {
  const { blobs, db, now } = on.world.ctx
  for (const [ordinal, bytes] of files.entries()) {
    const sha256 = await blobs.put(on.tenant.id, bytes)
    await inTenant(db, on.tenant.id, (tx) =>
      tx
        .insertInto('attachment')
        .values({
          id: newId<AttachmentId>(now()),
          message_id: messageId,
          ordinal,
          name: `film-${ordinal}.mp4`,
          mime_detected: 'video/mp4',
          size_bytes: String(bytes.byteLength),
          sha256,
          state: 'stored',
        })
        .execute(),
    )
  }
}

const isAccepted = () =>
  inTenant(on.world.ctx.db, on.tenant.id, async (tx) => {
    const waiting = tx.selectFrom('archive_mail').select('id').where('state', 'in', ['queued', 'deferred'])
    return (await waiting.execute()).length === 0
  })

/** What an archive has that keeps one mail for a Message-ID: the files, put together. */
function kept() {
  const mails = new Map(
    on.archive.got.filter(({ isTaken }) => isTaken).map(({ mail }) => [mail.messageId, mail] as const),
  )
  const part = (id = '') => Number(/\.p(\d+)@/.exec(id)?.[1] ?? 1)
  const ordered = [...mails.values()].toSorted((a, b) => part(a.messageId) - part(b.messageId))
  const files = new Map<string, Uint8Array[]>()
  for (const { filename, content } of ordered.flatMap(({ attachments }) => attachments)) {
    const name = (filename ?? '').replace(/\.\d{3}$/, '')
    files.set(name, [...(files.get(name) ?? []), new Uint8Array(content as ArrayBuffer)])
  }
  const headers = ordered.map(({ headers: all }) =>
    Object.fromEntries(all.map(({ key, value }) => [key, value])),
  )
  return { headers, file: (name: string) => Buffer.concat(files.get(name) ?? []), count: mails.size }
}

test.each(shareOf(['per_message', 'conversation_day']))(
  'large media is sent in numbered parts, %s, through refusals, cuts and late answers, and arrives byte for byte',
  async (delivery) => {
    await on.configure({ maxMailMb: 1, delivery })
    await on.say('Films')
    const [row] = await inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
      tx.selectFrom('message').select('id').execute(),
    )
    const films = [randomBytes(largeBytes), randomBytes(50_000)]
    await attach(row?.id as MessageId, films)
    if (delivery === 'conversation_day') on.world.pass(2 * dayMs)
    on.archive.answers.push('take', 451, 'cut', { lateMs })
    for (let attempt = 0; attempt < 8 && !(await isAccepted()); attempt += 1) {
      await send(impatient)
      on.world.pass(20 * minuteMs)
    }
    await on.pass(0)
    expect(await on.mails()).toMatchObject([{ state: 'accepted' }])
    const { headers, file, count } = kept()
    const prefix = delivery === 'conversation_day' ? '001-' : ''
    expect(count).toBeGreaterThan(1)
    expect(headers.map(({ 'x-conv-part': part }) => part)).toEqual(
      Array.from({ length: count }, (_, index) => `${index + 1}/${count}`),
    )
    expect(new Set(headers.map(({ 'x-conv-record': record }) => record)).size).toBe(1)
    for (const [index, film] of films.entries())
      expect(file(`${prefix}film-${index}.mp4`).equals(film)).toBe(true)
    // A part that was taken without our knowing it came again, with the same id.
    expect(on.archive.got.filter(({ isTaken }) => isTaken).length).toBeGreaterThan(count)
  },
)

test(
  'a message of tens of megabytes is taken part by part, each once, by a receiver that puts off, cuts and then takes',
  { tags: ['whole'], timeout: 60_000 },
  async () => {
    await on.configure({ maxMailMb: 8 })
    await on.say('Long film')
    const [row] = await inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
      tx.selectFrom('message').select('id').execute(),
    )
    const films = [randomBytes(26_000_003), randomBytes(3_000_001)]
    await attach(row?.id as MessageId, films)
    on.archive.answers.push(451, 'take', 'cut', 'take', 'take', 452, 'cut')
    for (let attempt = 0; attempt < 12 && !(await isAccepted()); attempt += 1) {
      await send()
      on.world.pass(dayMs / 4)
    }
    await on.pass(0)
    const [mail, ...others] = await on.mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ state: 'accepted', queueId: expect.stringMatching(/^Q\d+(, Q\d+)+$/) })
    const { headers, file, count } = kept()
    expect(count).toBeGreaterThan(4)
    expect(headers.map(({ 'x-conv-part': part }) => part)).toEqual(
      Array.from({ length: count }, (_, index) => `${index + 1}/${count}`),
    )
    for (const [index, film] of films.entries()) expect(file(`film-${index}.mp4`).equals(film)).toBe(true)
    const taken = on.archive.got.filter(({ isTaken }) => isTaken).map((got) => got.mail.messageId)
    expect(taken).toHaveLength(count)
    expect(mail.queueId.split(', ')).toHaveLength(count)
    // What was cut or put off was offered again under the same ids.
    const offered = on.archive.got.map((got) => got.mail.messageId)
    expect(offered).toHaveLength(count + 4)
    expect(new Set(offered)).toEqual(new Set(taken))
  },
)

test('a receiver that postpones everything for a day gets everything once', { tags: ['whole'] }, async () => {
  await on.configure()
  await on.say('One')
  await on.say('Two')
  for (const minutes of [1, 5, 15, 60, 180, 360, 720]) {
    on.archive.answers.push(451, 421)
    await send()
    on.world.pass(minutes * minuteMs)
  }
  on.archive.answers.length = 0
  await on.pass(dayMs)
  await send()
  const states = (await on.mails()).map(({ state }: { state: string }) => state)
  expect(states).toEqual(['accepted', 'accepted'])
  const taken = on.archive.got.filter(({ isTaken }) => isTaken)
  expect(taken).toHaveLength(2)
  expect(new Set(taken.map(({ mail }) => mail.text?.match(/One|Two/)?.[0]))).toEqual(new Set(['One', 'Two']))
  expect(new Set(on.archive.got.map(({ mail }) => mail.messageId)).size).toBe(2)
})

test('a permanently refused part waits for people, and earlier parts are not sent again', async () => {
  await on.configure({ maxMailMb: 1 })
  await on.say('Film')
  const [row] = await inTenant(on.world.ctx.db, on.tenant.id, (tx) =>
    tx.selectFrom('message').select('id').execute(),
  )
  const film = randomBytes(largeBytes)
  await attach(row?.id as MessageId, [film])
  on.archive.answers.push('take', 554)
  await send()
  const [failed] = await on.mails()
  expect(failed).toMatchObject({ state: 'failed', problem: 'content' })
  const mails = await mailsTo(on.world.ctx, on.tenant.id, `tenant_admin@${on.tenant.label}.example`)
  expect(mails.filter(({ subject }) => subject === 'Archiving: an email was given up')).toHaveLength(1)
  expect((await on.admin.call('POST', `${on.url}/mails/${failed.id}/resend`)).status).toBe(200)
  await send()
  expect(await on.mails()).toMatchObject([{ state: 'accepted' }])
  const { file, count } = kept()
  expect(file('film-0.mp4').equals(film)).toBe(true)
  expect(on.archive.got.filter(({ isTaken }) => isTaken)).toHaveLength(count)
})

test(
  'a mail whose connection is cut is sent again later, and delays only later mails of its conversation',
  { tags: ['whole'] },
  async () => {
    await on.configure()
    for (const text of ['One', 'Two', 'Three']) await on.say(text)
    await on.world.deliver(on.tenant, { from: '+15550107777', body: 'Four' })
    await on.world.settle()
    on.archive.poison.add('Two')
    await send()
    on.archive.poison.clear()
    await on.pass(2 * minuteMs)
    await send()
    const taken = on.archive.got.filter(({ isTaken }) => isTaken).map(({ mail }) => mail.text)
    expect(taken.map((text) => text?.match(/One|Two|Three|Four/)?.[0])).toEqual([
      'One',
      'Four',
      'Two',
      'Three',
    ])
  },
)
