import { createHash } from 'node:crypto'
import { hourMs } from '@verbatim/contract/durations.ts'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { zipped } from '@verbatim/documents/testing/files.ts'
import { textPdf } from '@verbatim/documents/text/text-pdf.ts'
import { lockTenant } from '#flows/examine/tenant-lock.ts'
import { inTenant, openDb } from '#platform/db.ts'
import { openBlobs } from '#platform/blobs.ts'
import { FileDamaged, FileMissing, StoreAway } from '#platform/files/failures.ts'
import { openFolderStore } from '#platform/files/folder-store.ts'
import { takeUnread } from '#domains/messages/reading-commands.ts'
import type { WorldTenant } from '#testing/world.ts'
import { ThreadLost } from '#platform/processes/threads.ts'
import { workByTurns } from '#platform/work/turns.ts'
import { makeWakeSignal } from '#platform/work/wake.ts'
import { file, inThisThread, withSentFiles } from '#testing/sent-files.ts'
import { type FileReader, fileReading, openFileReader } from './file-reader.ts'
import { readAttachments } from './read-attachments.ts'
import { readingWork } from './work.ts'

const { bed, ask, inOurs, reading, pass, send, read, settle, attachmentsOf, makePolicy, eventsOf } =
  withSentFiles()

describe('an attachment', () => {
  test('waits, is read, and is then found by its words, with highlights in place', async () => {
    const { id } = await send([file('plan.txt', 'The walrus dines at noon.')])
    const [before] = await attachmentsOf(id)
    expect(before?.reading).toEqual({ state: 'waiting' })
    expect((await ask(`/messages/${id}/attachments/${before?.id}/text`)).json.code).toBe('attachment.no-text')
    expect((await ask('/messages?search=walrus')).json.total).toBe(0)
    expect(await read()).toBe(1)
    expect(await read()).toBe(0)
    expect((await attachmentsOf(id))[0]?.reading).toEqual({ state: 'read' })
    const { json } = await ask('/messages?search=walrus')
    expect(json).toMatchObject({ total: 1, items: [{ id, isFoundInside: true }] })
    expect((await ask(`/messages/${id}/attachments/${before?.id}/text?search=walrus`)).json).toEqual({
      id: before?.id,
      name: 'plan.txt',
      isCut: false,
      text: 'The walrus dines at noon.',
      highlights: [{ start: 4, end: 10 }],
    })
  })

  test('is searched together with its message, and an excluded word excludes either', async () => {
    const { id } = await send([file('a.txt', 'ocelot inside'), file('b.txt', 'second margay')], {
      body: 'about a quokka',
    })
    await send([], { body: 'a quokka alone' })
    await settle()
    const found = async (search: string) =>
      (await ask(`/messages?search=${encodeURIComponent(search)}`)).json.items.map(
        (one: { id: string }) => one.id,
      )
    expect(await found('quokka ocelot margay')).toEqual([id])
    expect(await found('quokka NOT ocelot')).not.toContain(id)
    expect(await found('"quokka ocelot"')).toEqual([])
    expect(await found('"ocelot inside"')).toEqual([id])
    expect(await found('quokka')).toHaveLength(2)
  })

  test('of an edited message is still found by its words, with the new text', async () => {
    const { id, key } = await send([file('a.txt', 'numbat')], { body: 'first wording' })
    await read()
    await send([], { messageKey: key, body: 'second wording' })
    expect(
      (await ask('/messages?search=numbat+second')).json.items.map((one: { id: string }) => one.id),
    ).toEqual([id])
    expect((await ask('/messages?search=numbat+first')).json.total).toBe(0)
  })

  test.each([
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), { state: 'unsupported' }],
    [
      'a file with a password',
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      { state: 'unreadable', reason: 'encrypted' },
    ],
    ['half a PDF', Buffer.from(textPdf('x', ['y'])).subarray(0, 30), { state: 'unreadable' }],
    ['a long text', Buffer.from('word '.repeat(400_000)), { state: 'partly' }],
  ])('that is %s is marked, and its message is still captured', async (name, bytes, reading) => {
    const { id } = await send([{ name, bytes }, file('beside.txt', 'a neighbour is read')])
    await settle()
    const [first, second] = await attachmentsOf(id)
    expect(first?.reading).toMatchObject(reading)
    expect(second?.reading).toEqual({ state: 'read' })
  })

  test('with the same bytes is read once', async () => {
    let reads = 0
    const counting: typeof inThisThread = {
      read: (tenantId, open) => {
        reads++
        return inThisThread.read(tenantId, open)
      },
    }
    await send([file('one.txt', 'the same capybara')])
    await read(counting)
    const { id } = await send([file('two.txt', 'the same capybara')])
    await read(counting)
    expect(reads).toBe(1)
    expect((await attachmentsOf(id))[0]?.reading).toEqual({ state: 'read' })
    expect((await ask('/messages?search=capybara')).json.total).toBe(2)
  })

  test.each([
    ['missing', () => new FileMissing('x')],
    ['changed', () => new FileDamaged('x')],
    ['away', () => new StoreAway(new Error('503'))],
  ] as const)(
    'with %s bytes waits as long as it takes, with the reason, and is read once they arrive',
    async (absence, failure) => {
      const { id } = await send([file('gone.txt', `a coati of ${absence}`)])
      const context = {
        ...reading(),
        blobs: { ...bed().world.ctx.blobs, get: () => Promise.reject(failure()) },
      }
      const absent = async () => (await ask(`/accounts/${bed().ours.accounts.sms}`)).json.absentFiles
      expect(await absent()).toBe(0) // it is merely not read yet
      for (let attempt = 0; attempt < 12; attempt++) {
        expect(await readAttachments({ ...context, now: reading().now }, bed().ours.id)).toBe(1)
        expect(await readAttachments({ ...context, now: reading().now }, bed().ours.id)).toBe(0)
        expect((await attachmentsOf(id))[0]?.reading).toEqual({ state: 'waiting', absence })
        expect(await absent()).toBe(1)
        pass(70 * 60_000)
      }
      await settle()
      expect((await attachmentsOf(id))[0]?.reading).toEqual({ state: 'read' })
      expect(await absent()).toBe(0)
      expect((await ask(`/messages?search=${absence}`)).json.total).toBe(1)
    },
  )

  test('stored on one node only is read by that node', async () => {
    const { id } = await send([file('here.txt', 'a jaguarundi')])
    const elsewhere = openBlobs(openFolderStore(join(bed().world.ctx.config.VERBATIM_HOME, 'another-node')))
    await readAttachments({ ...reading(), blobs: elsewhere }, bed().ours.id)
    expect((await attachmentsOf(id))[0]?.reading).toEqual({ state: 'waiting', absence: 'missing' })
    pass(hourMs)
    await settle()
    expect((await ask('/messages?search=jaguarundi')).json.total).toBe(1)
  })

  test('is reported only by the last worker that took it, not by one that slept past its lease', async () => {
    const { id } = await send([file('slow.txt', 'the real margay')])
    const asleep = Promise.withResolvers<void>()
    const woken = Promise.withResolvers<void>()
    const sleeper = read({
      read: async () => {
        asleep.resolve()
        await woken.promise
        return { state: 'unreadable', reason: 'damaged' } as const
      },
    })
    await asleep.promise
    pass(4 * 60_000)
    const second = await inOurs((tx) => takeUnread(tx, reading().now(), 8))
    expect(second).toHaveLength(1)
    woken.resolve()
    await sleeper
    expect((await attachmentsOf(id))[0]?.reading).toEqual({ state: 'waiting' })
    pass(4 * 60_000)
    await settle()
    expect((await attachmentsOf(id))[0]?.reading).toEqual({ state: 'read' })
  })

  test('whose reading was interrupted is due again, and one that kills its readers is given up', async () => {
    const { id } = await send([file('killer.txt', 'tapir')])
    const dying = { read: () => Promise.reject(new Error('killed')) }
    for (let attempt = 0; attempt < 4; attempt++) {
      await expect(read(dying)).rejects.toThrow('killed')
      expect(await read(dying)).toBe(0)
      pass(4 * 60_000)
    }
    expect(await read(dying)).toBe(1)
    expect((await attachmentsOf(id))[0]?.reading).toEqual({ state: 'unreadable', reason: 'limits' })
  })
})

describe('a text that an earlier version of the reader extracted', () => {
  const inner = 'a binturong'
  const document = () =>
    zipped({ 'word/document.xml': '<w:document><w:p><w:t>Hello</w:t></w:p></w:document>', 'a.txt': inner })
  const keep = (bytes: Uint8Array, text: string) =>
    inOurs((tx) =>
      tx
        .insertInto('attachment_text')
        .values({
          sha256: createHash('sha256').update(bytes).digest(),
          state: 'read',
          text,
          units: text.length,
          read_at: reading().now(),
        })
        .execute(),
    )

  test('stays, and the file is partly read if there is more in it', async () => {
    const bytes = await document()
    await keep(bytes, 'Hello')
    const { id } = await send([{ name: 'a.docx', bytes }])
    await settle()
    const [attachment] = await attachmentsOf(id)
    expect(attachment?.reading).toEqual({ state: 'partly' })
    const { json } = await ask(`/messages/${id}/attachments/${attachment?.id}/text`)
    expect(json).toMatchObject({ text: 'Hello', isCut: true })
  })

  test('is enough if the file says no more, or if its bytes are lost', async () => {
    await keep(Buffer.from('plain words'), 'plain words')
    const same = await send([file('a.txt', 'plain words')])
    await settle()
    expect((await attachmentsOf(same.id))[0]?.reading).toEqual({ state: 'read' })
    const bytes = Buffer.from('lost words')
    await keep(bytes, 'lost words')
    const lost = await send([{ name: 'b.txt', bytes }])
    const blobs = { ...bed().world.ctx.blobs, get: () => Promise.reject(new FileMissing('x')) }
    await readAttachments({ ...reading(), blobs }, bed().ours.id)
    expect((await attachmentsOf(lost.id))[0]?.reading).toMatchObject({ state: 'read' })
  })
})

describe('a file that is healthy', () => {
  test('is read, and raises its event, after any number of takes that could not be stored', async () => {
    const policyId = await makePolicy('Fossas', [{ type: 'phrase', pattern: 'fossa', scope: 'attachment' }])
    const { id } = await send(Array.from({ length: 6 }, (_, n) => file(`${n}.txt`, `the fossa ${n}`)))
    const held = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holder = inOurs(async (tx) => {
      await lockTenant(tx)
      held.resolve()
      await release.promise
    })
    await held.promise
    const impatient = openDb(bed().url, { lockTimeoutMs: 50 })
    for (let take = 0; take < 5; take++) {
      await expect(read(inThisThread, impatient)).rejects.toMatchObject({ code: '55P03' })
      pass(hourMs)
    }
    await impatient.destroy()
    release.resolve()
    await holder
    await settle()
    expect((await attachmentsOf(id)).map(({ reading: { state } = { state: '' } }) => state)).toEqual(
      Array.from({ length: 6 }, () => 'read'),
    )
    const [event] = await eventsOf(policyId)
    expect(event.evidenceCount).toBe(6)
  })

  test('is read after any number of workers that ended while they read it', async () => {
    const { id } = await send([file('end.txt', 'the civet')])
    const ending = { read: () => Promise.reject(new ThreadLost('closed')) }
    for (let take = 0; take < 5; take++) {
      await expect(read(ending)).rejects.toThrow('closed')
      pass(hourMs)
    }
    await settle()
    expect((await attachmentsOf(id))[0]?.reading).toEqual({ state: 'read' })
  })
})

test('an organization’s file is read at once while twenty of another organization hang until their timeout', async () => {
  await send(Array.from({ length: 20 }, (_, n) => file(`${n}.txt`, `sleep ${n}`)))
  const program = new URL('../../testing/fakes/moody-reading-thread.ts', import.meta.url)
  const reader = openFileReader({ ...fileReading, timeoutMs: 60_000, program })
  let opened = 0
  const read: FileReader['read'] = (id, open) => reader.read(id, () => ((opened += 1), open()))
  const end = new AbortController()
  const signal = makeWakeSignal()
  const textsOf = (tenant: WorldTenant) =>
    inTenant(bed().world.ctx.db, tenant.id, (tx) => tx.selectFrom('attachment_text').select('text').execute())
  const due = [bed().ours.id]
  const working = workByTurns(
    {
      findDue: () => Promise.resolve(due),
      turn: (tenantId) => readAttachments({ ...reading(), fileReader: { read } }, tenantId).catch(() => 0),
      atOnce: readingWork.tenantsAtOnce,
      onError: () => {},
      retryMs: 1,
    },
    signal,
    end.signal,
  )
  await expect.poll(() => opened, { message: 'all threads except one' }).toBe(fileReading.threads - 1)
  await send([file('a.txt', 'a neighbour’s words')], {}, bed().theirs)
  due.push(bed().theirs.id)
  signal.wake()
  // The limit of the poll is far less than the minute that each of the twenty may take.
  await expect.poll(() => textsOf(bed().theirs)).toEqual([{ text: 'a neighbour’s words' }])
  expect((await textsOf(bed().ours)).filter(({ text }) => text.startsWith('sleep'))).toEqual([])
  end.abort()
  await reader.close()
  await working
})
