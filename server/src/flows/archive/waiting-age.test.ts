/** For how long mails have waited, as operators are alerted of it: each attempt makes them due later, and they wait nevertheless. */
import { hourMs } from '@verbatim/contract/durations.ts'
import { afterEach, expect, test } from 'vitest'
import { failMail, queueMails, takeMails } from '#domains/mail/commands.ts'
import { readFigures } from '#flows/report-health/figures.ts'
import { inTenant, type TenantTx } from '#platform/db.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})
const inside = <T>(work: (tx: TenantTx) => Promise<T>) => inTenant(on.world.ctx.db, on.tenant.id, work)
// The figures are those of all organizations.
afterEach(() => inside((tx) => tx.updateTable('archive_mail').set({ state: 'accepted' }).execute()))

const ageOf = async (kind: string) =>
  (await readFigures(on.world.ctx.db, on.world.ctx.now())).work.get(kind)?.ageSeconds ?? 0
const secondsSince = (at: Date) => (on.world.ctx.now().getTime() - at.getTime()) / 1000
async function failFor(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    await on.send()
    await on.pass(hourMs)
  }
  await on.send()
}

test('a mail to an archive has waited since it was made, however often it was tried', async () => {
  await on.configure({ port: 1 })
  const before = on.world.ctx.now()
  await on.say('One')
  await failFor(5)
  expect(await ageOf('archive-mails')).toBeCloseTo(secondsSince(before), 0)
})

test('a mail of a day has waited since its day was over', async () => {
  await on.configure({ port: 1, delivery: 'conversation_day' })
  await on.say('One')
  const { due_at: due } = await inside((tx) =>
    tx.selectFrom('archive_mail').select('due_at').where('event', '=', 'day').executeTakeFirstOrThrow(),
  )
  expect(await ageOf('archive-mails')).toBe(0)
  await failFor(30)
  const [age, dueFor] = [await ageOf('archive-mails'), secondsSince(due)]
  // It was due a quarter of an hour after the day.
  expect(age).toBeGreaterThanOrEqual(dueFor)
  expect(age).toBeLessThanOrEqual(dueFor + 15 * 60)
})

test('a mail to people has waited since it was queued', async () => {
  const { ctx } = on.world
  const to = 'ann@client.example'
  await inside((tx) => queueMails(tx, ctx, [{ to, subject: 'Hello', text: 'Hello', kind: 'notice' }]))
  for (let hour = 0; hour < 3; hour += 1) {
    await inside(async (tx) => {
      const problem = { lasting: false, reason: 'away' }
      for (const mail of await takeMails(tx, ctx, 100)) await failMail(tx, mail, problem, ctx.now())
    })
    await on.pass(hourMs)
  }
  expect(await ageOf('mail')).toBeGreaterThanOrEqual((3 * hourMs) / 1000)
})
