import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { keepArrivals } from '#flows/capture/keep.ts'
import { normalisedType, writeNormalised } from '#flows/capture/parse.ts'
import { inTenant } from '#platform/db.ts'
import { openScanner } from '#platform/clamd.ts'
import type { Caller } from '#testing/caller.ts'
import { type FakeClamd, malwareName, malwareSign, openFakeClamd } from '#testing/fakes/clamd.ts'
import { forbidOffTheRecord } from '#testing/policies.ts'
import { useTestWorld } from '#testing/test-world.ts'
import type { World, WorldTenant } from '#testing/world.ts'
import { requireClean, scanFiles } from './scan-files.ts'

let world: World
let clamd: FakeClamd
let tenant: WorldTenant
let reviewer: Caller
let count = 0

afterAll(() => clamd?.[Symbol.asyncDispose]())
useTestWorld(
  (opened) => {
    world = opened
  },
  async () => {
    clamd = await openFakeClamd()
    return { CLAMD_URL: clamd.url }
  },
)
beforeEach(async () => {
  clamd.mood = 'well'
  clamd.scanned.length = 0
  clamd.mostBytes = 1_000_000
  tenant = await world.makeTenant(`scanned${(count += 1)}`)
  reviewer = await world.as(tenant, tenant.users.compliance)
})

const infected = `a ${malwareSign} b`
const work = async () => {
  while ((await scanFiles(world.ctx, tenant.id)) > 0);
}

/** A message with one file, and the file's address. */
async function captured(content: string) {
  const arrival = {
    tenantId: tenant.id,
    accountId: tenant.accounts.sms,
    channel: 'sms' as const,
    transport: 'history' as const,
    sourceKey: content,
    contentType: normalisedType,
    headers: {},
    remote: undefined,
    receivedAt: world.ctx.now(),
    bytes: writeNormalised([
      {
        kind: 'message',
        channel: 'sms',
        messageKey: content,
        conversationKey: '+15550100001|+15550103333',
        conversationType: 'direct',
        direction: 'inbound',
        author: { kind: 'phone', value: '+15550103333' },
        participants: [],
        body: 'See the file',
        format: 'plain',
        contentType: 'text',
        attachments: [{ ordinal: 0, name: 'notes.txt', bytes: Buffer.from(content) }],
      },
    ]),
  }
  await keepArrivals(world.ctx.db, tenant.id, [arrival], world.ctx.now())
  await world.settle()
  const { items } = (await reviewer.call('GET', '/bff/api/v1/messages')).json
  const message = `/bff/api/v1/messages/${items[0].id}`
  const file = async () => (await reviewer.call('GET', message)).json.attachments[0]
  return { file, address: `${message}/attachments/${(await file()).id}`, message }
}
const refusal = ({ status, json }: { status: number; json: { code: string } }) => [status, json.code]

describe('a captured file', () => {
  test('is scanned by the worker, and clean files are opened', async () => {
    const { file, address } = await captured('clean as a whistle')
    await work()
    expect(await file()).toMatchObject({
      scan: { state: 'clean', engine: 'ClamAV 1.4.1/27400', at: world.ctx.now().toISOString() },
    })
    expect(await reviewer.call('GET', address)).toMatchObject({ status: 200, text: 'clean as a whistle' })
    expect(clamd.scanned).toHaveLength(1)
  })

  test('with malware is kept, and neither downloaded nor shown; its text stays readable', async () => {
    const { file, address, message } = await captured(infected)
    await work()
    expect(await file()).toMatchObject({
      state: 'stored',
      hasPreview: false,
      scan: { state: 'infected', malware: malwareName },
    })
    const { id } = await file()
    const [, messageId] = /messages\/([^/]+)/.exec(message) ?? []
    for (const url of [
      address,
      `/bff/messages/attachment?messageId=${messageId}&attachmentId=${id}`,
      `${message}/attachment-preview/${id}`,
    ]) {
      const answer = await reviewer.call('GET', url)
      expect(refusal(answer)).toEqual([403, 'attachment.infected'])
      expect(answer.text).toContain(malwareName)
      expect(answer.text).not.toContain(malwareSign)
    }
    expect(await reviewer.call('GET', `${address}/text`)).toMatchObject({ status: 200 })
    const representative = await world.as(tenant, tenant.representative)
    const own = `/messenger/api/v1/messages/${messageId}/attachments/${id}`
    expect(refusal(await representative.call('GET', own))).toEqual([403, 'attachment.infected'])
  })

  test('that is opened before the worker scanned it is scanned first', async () => {
    const clean = await captured('not yet scanned')
    expect((await reviewer.call('GET', clean.address)).status).toBe(200)
    expect(await clean.file()).toMatchObject({ scan: { state: 'clean' } })
    const bad = await captured(`${infected} 2`)
    expect(refusal(await reviewer.call('GET', bad.address))).toEqual([403, 'attachment.infected'])
  })

  test('waits while the scanner is away, and is scanned once it is back', async () => {
    const { file, address } = await captured('patient')
    clamd.mood = 'closing'
    await work()
    expect(await file()).toMatchObject({ scan: { state: 'waiting' } })
    expect(refusal(await reviewer.call('GET', address))).toEqual([503, 'attachment.not-scanned'])
    clamd.mood = 'well'
    expect(await scanFiles(world.ctx, tenant.id)).toBe(0)
    world.pass(61_000)
    await work()
    expect(await file()).toMatchObject({ scan: { state: 'clean' } })
  })

  test('that the scanner cannot scan can be opened, with a notice', async () => {
    clamd.mostBytes = 10
    const { file, address } = await captured('much longer than ten bytes')
    await work()
    expect(await file()).toMatchObject({ scan: { state: 'unscannable', reason: 'too-large' } })
    expect((await reviewer.call('GET', address)).status).toBe(200)
  })

  test('is scanned once for the same bytes', async () => {
    await captured('the same')
    await work()
    await captured('the same')
    await work()
    expect(clamd.scanned).toHaveLength(1)
  })
})

describe('without a scanner', () => {
  test('files stay unscanned and can be opened; infected ones from before stay blocked', async () => {
    const bad = await captured(`${infected} 3`)
    await work()
    const waiting = await captured('later')
    const unscanned = { ...world.ctx, scanner: undefined }
    expect(await scanFiles(unscanned, tenant.id)).toBe(0)
    expect((await waiting.file()).scan).toBeUndefined()
    const digests = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('file_scan').select(['sha256', 'state']).orderBy('state').execute(),
    )
    const [infectedOne, waitingOne] = digests
    expect(digests.map(({ state }) => state)).toEqual(['infected', 'waiting'])
    await requireClean(unscanned, tenant.id, waitingOne!.sha256)
    await expect(requireClean(unscanned, tenant.id, infectedOne!.sha256)).rejects.toThrow(malwareName)
    expect(refusal(await reviewer.call('GET', bad.address))).toEqual([403, 'attachment.infected'])
    // Configured later, the scanner gets what waited.
    const later = { ...world.ctx, scanner: openScanner({ url: clamd.url }) }
    await scanFiles(later, tenant.id)
    expect(await waiting.file()).toMatchObject({ scan: { state: 'clean' } })
  })
})

describe('an evidence file', () => {
  let eventId: string
  beforeEach(async () => {
    await forbidOffTheRecord(world, reviewer)
    await world.deliver(tenant, { from: '+15550103333', body: 'This is off the record' })
    await world.settle()
    eventId = (await reviewer.call('GET', '/bff/api/v1/cognitive-events')).json.items[0].id
  })
  const upload = (name: string, content: string | Buffer) =>
    reviewer.call('POST', `/bff/events/${eventId}/files?name=${name}`, Buffer.from(content), {
      'content-type': 'application/octet-stream',
    })
  const commented = async (fileId: string) => {
    const { json } = await reviewer.call('POST', '/bff/events/comments', {
      eventId,
      comment: 'See',
      fileIds: [fileId],
    })
    return `/bff/events/comments/${json.id}/files/${fileId}`
  }

  test('with malware is refused, also within an archive', async () => {
    const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(40), Buffer.from(infected)])
    for (const [name, content] of [
      ['note.txt', infected],
      ['note.zip', zip],
    ] as const)
      expect(refusal(await upload(name, content))).toEqual([422, 'event.file-infected'])
    const kept = await inTenant(world.ctx.db, tenant.id, (tx) =>
      tx.selectFrom('comment_file').selectAll().execute(),
    )
    expect(kept).toEqual([])
  })

  test('without malware is kept with its result, and opened', async () => {
    const { json } = await upload('note.txt', 'All is well')
    const address = await commented(json.id)
    const { items } = (await reviewer.call('GET', `/bff/events/comments/${eventId}`)).json
    expect(items[0].files[0]).toMatchObject({ name: 'note.txt', scan: { state: 'clean' } })
    expect((await reviewer.call('GET', address)).text).toBe('All is well')
  })

  test(
    'is kept while the scanner is away, and cannot be opened before it is scanned',
    { tags: ['whole'] },
    async () => {
      clamd.mood = 'garbage'
      const { json } = await upload('note.txt', `${infected} later`)
      const address = await commented(json.id)
      expect(refusal(await reviewer.call('GET', address))).toEqual([503, 'attachment.not-scanned'])
      clamd.mood = 'well'
      expect(refusal(await reviewer.call('GET', address))).toEqual([403, 'attachment.infected'])
    },
  )
})
