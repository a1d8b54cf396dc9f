/** Archiving what was captured before. */
import { dayMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { findArchiving } from '#domains/archiving/find.ts'
import { inTenant } from '#platform/db.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { runArchiveTasks } from './run-tasks.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const today = () => on.world.ctx.now().toISOString().slice(0, 10)
const fill = (startFrom: string) => on.admin.call('POST', `${on.url}/back-fill`, { startFrom })
const cancel = () => on.admin.call('POST', `${on.url}/back-fill/cancel`, {})
const settings = async () => (await on.admin.call('GET', `${on.url}/settings`)).json
const compare = (a: string, b: string) => (a < b ? -1 : 1)
const subjects = () => on.archive.got.map(({ mail }) => mail.subject?.split(' ')[0] ?? '').toSorted(compare)
async function run(): Promise<void> {
  for (let turn = 0; turn < 20 && (await runArchiveTasks(on.world.ctx, on.tenant.id)) > 0; turn += 1);
}
test('earlier messages, with their changes, are archived once and counted in the summary', async () => {
  const targetKey = await on.say('Before')
  const about = { channel: 'sms', targetKey, at: on.world.ctx.now() } as const
  await on.happen({ ...about, kind: 'edit', eventKey: 'e', body: 'Before, edited' })
  expect((await fill(today())).json.code).toBe('archiving.off')
  await on.configure()
  await on.say('After')
  await on.happen({ ...about, kind: 'reaction', eventKey: 'r', action: 'add', value: '👍' })
  const from = (await inTenant(on.world.ctx.db, on.tenant.id, findArchiving))?.counted_from
  const started = await fill(today())
  expect(started.json.backFill).toMatchObject({ state: 'running', total: 1, looked: 0 })
  expect((await fill(today())).json.code).toBe('archiving.back-fill-runs')
  await run()
  expect((await settings()).backFill).toMatchObject({ state: 'done', total: 1, looked: 1, queued: 2 })
  await on.send()
  expect(subjects()).toEqual(['EDITED', 'REACTION', 'SMS/MMS', 'SMS/MMS'])
  expect(new Set(on.archive.got.map(({ mail }) => mail.messageId)).size).toBe(4)
  const after = (await inTenant(on.world.ctx.db, on.tenant.id, findArchiving))?.counted_from
  expect(after?.getTime()).toBeLessThan(from?.getTime() ?? 0)
  expect((await on.admin.call('GET', `${on.url}/summary`)).json).toMatchObject({
    days: [{ captured: 4, accepted: 4 }],
    differences: [],
  })
  on.world.pass(1)
  await fill(today())
  await run()
  expect((await settings()).backFill).toMatchObject({ state: 'done', looked: 2, queued: 0 })
})

test('what happened while archiving was off to a message that was archived before is archived, and nothing twice', async () => {
  await on.configure({ alsoEvents: ['receipt'] })
  const targetKey = await on.say('Archived at once')
  await on.send()
  await on.pass(dayMs)
  await on.configure({ mode: 'off', expectedVersion: 1 })
  await on.pass(dayMs)
  const day = today()
  const at = on.world.ctx.now()
  const about = { channel: 'sms', targetKey, at } as const
  await on.happen(
    { ...about, kind: 'edit', eventKey: 'e', body: 'Changed in between' },
    { ...about, kind: 'reaction', eventKey: 'r', action: 'add', value: '👍' },
    { ...about, kind: 'status', eventKey: 's', state: 'read' },
    { ...about, kind: 'delete', eventKey: 'd', scope: 'everyone' },
  )
  await on.say('Unseen so far')
  await on.pass(dayMs)
  await on.configure({ alsoEvents: ['receipt'], expectedVersion: 2 })
  await on.happen({ ...about, kind: 'reaction', eventKey: 'r2', action: 'add', value: '🎉' })
  await fill(day)
  await run()
  expect((await settings()).backFill).toMatchObject({ state: 'done', total: 1, looked: 1, queued: 5 })
  await on.send()
  expect(subjects()).toEqual(['DELETED', 'EDITED', 'REACTION', 'REACTION', 'RECEIPT', 'SMS/MMS', 'SMS/MMS'])
  expect(new Set(on.archive.got.map(({ mail }) => mail.messageId)).size).toBe(7)
  await on.pass(1)
  await fill(day)
  await run()
  expect((await settings()).backFill).toMatchObject({ state: 'done', queued: 0 })
})

test(
  'a version that came late, with an earlier time than the one that is shown, is archived too',
  { tags: ['whole'] },
  async () => {
    const targetKey = await on.say('As sent')
    const now = on.world.ctx.now().getTime()
    on.world.pass(120_000)
    const edit = (body: string, ms: number) =>
      on.happen({
        channel: 'sms',
        targetKey,
        at: new Date(now + ms),
        kind: 'edit',
        eventKey: `e ${body}`,
        body,
      })
    await edit('The last words', 60_000)
    await edit('Words in between', 30_000)
    on.world.pass(1_000)
    await on.configure()
    await fill(today())
    await run()
    expect((await settings()).backFill).toMatchObject({ state: 'done', queued: 3 })
    await on.send()
    expect(subjects()).toEqual(['EDITED', 'EDITED', 'SMS/MMS'])
    const texts = on.archive.got.map(({ mail }) => mail.text ?? '')
    // Each names the text before it in time, in whatever order they came.
    expect(texts.some((text) => /Words in between[^]*As sent/.test(text))).toBe(true)
    expect(texts.some((text) => /The last words[^]*Words in between/.test(text))).toBe(true)
  },
)

test('it can be cancelled, ends when archiving is turned off, and is in the audit trail', async () => {
  await on.say('Before')
  await on.configure()
  expect((await cancel()).json.code).toBe('archiving.no-back-fill')
  const tomorrow = new Date(on.world.ctx.now().getTime() + 2 * dayMs).toISOString().slice(0, 10)
  expect((await fill(tomorrow)).json.code).toBe('archiving.back-fill-later')
  await fill(today())
  expect((await cancel()).json.backFill).toMatchObject({ state: 'cancelled', looked: 0 })
  await run()
  expect(await on.mails()).toEqual([])
  await fill(today())
  await on.configure({ mode: 'off', expectedVersion: 1 })
  expect((await settings()).backFill).toMatchObject({ state: 'cancelled' })
  const trail = async (type: string) =>
    (await on.admin.call('GET', `/audit/events?filter=eventType[eq]:${type}`)).json.total
  expect(await trail('archive_back_fill_started')).toBe(2)
  expect(await trail('archive_back_fill_cancelled')).toBe(1)
})

test('earlier messages of another organization stay out of it; who may not manage archiving starts nothing', async () => {
  const other = await on.world.makeTenant('archive-tasks-other')
  await on.say('Theirs', other)
  await on.configure()
  const analyst = await on.world.as(on.tenant, on.tenant.users.analyst)
  expect((await analyst.call('POST', `${on.url}/back-fill`, { startFrom: today() })).status).toBe(403)
  expect((await analyst.call('POST', `${on.url}/back-fill/cancel`, {})).status).toBe(403)
  expect((await fill(today())).json.backFill).toMatchObject({ total: 0 })
  await run()
  expect(await on.mails()).toEqual([])
})
