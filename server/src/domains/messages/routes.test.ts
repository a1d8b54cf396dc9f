import { createHash } from 'node:crypto'
import { AttachmentId } from '@verbatim/contract/ids.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/uuid.ts'
import { inTenant } from '#platform/db.ts'
import { useMessageReaders } from '#testing/message-readers.ts'

const bed = useMessageReaders()
const { tell, get } = bed

describe('the Content Library', () => {
  test('finds a captured message by a phrase, with the match marked and its classification', async () => {
    await bed.world.deliver(bed.ours, { from: '+15550109999', body: 'Please keep this off the record!' })
    await bed.world.settle()
    const { status, json } = await get(
      bed.reader,
      '/bff/api/v1/messages?search=messageBody:%22off+the+record%22&period=30',
    )
    expect(status).toBe(200)
    expect(json).toMatchObject({
      total: 1,
      items: [{ body: 'Please keep this off the record!', channel: 'sms' }],
    })
    expect(json.items[0].highlights).toEqual([{ start: 17, end: 31 }])
    const { json: one } = await get(bed.reader, `/bff/api/v1/messages/${json.items[0].id}?search=record`)
    expect(one).toMatchObject({
      body: 'Please keep this off the record!',
      versions: [],
      reactions: [],
      highlights: [{ start: 25, end: 31 }],
    })
  })

  test('shows a reader of the north group only that group’s messages', async () => {
    const [north, south] = await tell(
      { body: 'northern lights', group_ids: [bed.ours.groups.north] },
      { body: 'southern lights', group_ids: [bed.ours.groups.south] },
    )
    const { json } = await get(bed.northerner, '/bff/api/v1/messages?search=lights')
    expect(json).toMatchObject({ total: 1, items: [{ id: north }] })
    expect((await get(bed.northerner, `/bff/api/v1/messages/${south}`)).json).toMatchObject({
      code: 'message.not-found',
    })
    expect((await get(bed.reader, '/bff/api/v1/messages?search=lights')).json.total).toBe(2)
  })

  test('shows nothing to another organization for any request', async () => {
    const [id] = await tell({ body: 'canary' })
    expect((await get(bed.stranger, '/bff/api/v1/messages?search=canary')).json).toMatchObject({
      total: 0,
      items: [],
    })
    expect((await get(bed.stranger, `/bff/api/v1/messages/${id}`)).status).toBe(404)
  })

  test.each([
    'filter=mood[eq]:x',
    'filter=urgency[like]:x',
    'filter=urgency[eq]:urgent',
    'page=0',
    'size=201',
    'sort=mood',
    'search=mood:x',
    'colour=red',
    'period=soon',
  ])('refuses ?%s, naming what it does not know', async (query) => {
    const { status, json } = await get(bed.reader, `/bff/api/v1/messages?${query}`)
    expect(status).toBe(400)
    expect(json.message).toContain(
      query.split(/[=[\]:]/).findLast((token) => token !== '' && json.message.includes(token)),
    )
  })

  test.each(['"', '((', 'NOT', "'; drop table message; --", '\\', '<script>', '* * *', 'a'.repeat(1000)])(
    'answers the odd search %j',
    async (text) => {
      const { status } = await get(
        bed.reader,
        `/bff/api/v1/messages?search=${encodeURIComponent(`messageBody:${text}`)}`,
      )
      expect(status).toBe(200)
    },
  )
})

describe('an attachment', () => {
  const attach = async (
    bytes: Buffer | undefined,
    detected: string | null,
    name: string,
    group = bed.ours.groups.south,
  ) => {
    const [messageId] = await tell({ body: null, attachment_count: 1, group_ids: [group] })
    const id = AttachmentId.parse(newId(new Date()))
    const sha256 = bytes ? await bed.world.ctx.blobs.put(bed.ours.id, bytes) : null
    await inTenant(bed.world.ctx.db, bed.ours.id, (tx) =>
      tx
        .insertInto('attachment')
        .values({
          id,
          message_id: messageId!,
          ordinal: 0,
          name,
          mime_declared: 'image/png',
          mime_detected: detected,
          size_bytes: String(bytes?.length ?? 0),
          sha256,
          state: bytes ? 'stored' : 'gap',
          gap_reason: bytes ? null : 'gone',
          source_url: null,
          next_try_at: null,
        })
        .execute(),
    )
    return {
      url: `/bff/api/v1/messages/${messageId}/attachments/${id}`,
      preview: `/bff/api/v1/messages/${messageId}/attachment-preview/${id}`,
      query: `/bff/messages/attachment?messageId=${messageId}&attachmentId=${id}`,
    }
  }

  test('is served as captured, for saving and never for display', async () => {
    const bytes = Buffer.from('<script>alert(1)</script>')
    const { url, query } = await attach(bytes, 'text/html', '../évil"\r\n.html')
    for (const address of [url, query]) {
      const { status, headers, text } = await get(bed.reader, address)
      expect([status, text]).toEqual([200, bytes.toString()])
      expect(headers).toMatchObject({ 'content-type': 'text/html', 'x-content-type-options': 'nosniff' })
      expect(headers['content-disposition']).toMatch(/^attachment; filename="[^"\r\n/]+"/)
      expect(headers['content-security-policy']).toContain('sandbox')
    }
  })

  test('is redrawn for a preview without hidden data', async () => {
    const image = await sharp({ create: { width: 3000, height: 1000, channels: 3, background: 'red' } })
      .withExif({ IFD0: { Copyright: 'secret-mark' } })
      .jpeg()
      .toBuffer()
    expect(image.includes('secret-mark')).toBe(true)
    const { preview } = await attach(image, 'image/jpeg', 'a.jpg')
    const answer = await bed.reader.call('GET', preview)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp' })
    expect(answer.text).not.toContain('secret-mark')
  })

  test.each([
    ['what is no image', Buffer.from('hello'), 'text/plain'],
    ['a broken image', Buffer.from('\x89PNG broken'), 'image/png'],
    [
      'a drawing that can run scripts',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/svg+xml',
    ],
  ])('has no preview if it is %s', async (_, bytes, type) => {
    const { preview } = await attach(bytes, type, 'x')
    expect((await get(bed.reader, preview)).json).toMatchObject({ code: 'attachment.no-preview' })
  })

  test('is missing for a reader who may not see its message, at any of its addresses', async () => {
    const { url, preview, query } = await attach(Buffer.from('x'), 'text/plain', 'x.txt')
    for (const caller of [bed.northerner, bed.stranger])
      for (const address of [url, preview, query])
        expect((await get(caller, address)).json.code).toBe('attachment.not-found')
  })

  test('is reported as missing if the provider did not deliver it', async () => {
    const { url } = await attach(undefined, null, 'x.png')
    expect((await get(bed.reader, url)).json).toMatchObject({ code: 'attachment.unavailable' })
  })
})

describe('the source of a message', () => {
  test('is shown with its account, the channel’s ID, and the hash of the bytes as received', async () => {
    const sid = `SM${'c0ffee'.repeat(6).slice(0, 32)}`
    await bed.world.deliver(bed.ours, { from: '+15550108888', body: 'Where did this come from?', sid })
    await bed.world.settle()
    const { json: found } = await get(bed.reader, '/bff/api/v1/messages?search=%22where+did+this%22')
    const { status, json } = await get(bed.reader, `/bff/api/v1/messages/${found.items[0].id}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      account: { name: 'Desk SMS', address: '+15550100001', owner: 'Rita Lund' },
      messageKey: sid,
      records: [{ brought: 'message', transport: 'webhook', contentType: expect.stringContaining('form') }],
    })
    const { bytes } = await inTenant(bed.world.ctx.db, bed.ours.id, (tx) =>
      tx
        .selectFrom('message_record')
        .select('bytes')
        .where('id', '=', json.records[0].id)
        .executeTakeFirstOrThrow(),
    )
    expect(json.records[0].sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect(json.records[0].sizeBytes).toBe(bytes.length)
  })
})

describe('groups by name', () => {
  test('are all listed for users who see all groups, and for others only their own', async () => {
    const url = '/bff/api/v1/conversation-groups'
    expect((await get(bed.reader, url)).json).toEqual({
      items: [
        { id: bed.ours.groups.north, name: 'North' },
        { id: bed.ours.groups.south, name: 'South' },
      ],
      total: 2,
    })
    expect((await get(bed.northerner, url)).json.items).toEqual([
      { id: bed.ours.groups.north, name: 'North' },
    ])
    expect((await get(bed.reader, `${url}?search=sou`)).json.items).toEqual([
      { id: bed.ours.groups.south, name: 'South' },
    ])
  })
})
