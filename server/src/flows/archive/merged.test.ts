/** Mails about two conversations that turned out to be one. */
import { dayMs, minuteMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTenant } from '#platform/db.ts'
import { type ArchivingWorld, useArchivingWorld } from '#testing/archiving.ts'
import { arrived, webMessage } from '#testing/fakes/linked-device.ts'
import { type DeviceEvent, type LinkedAccount, linkAccountOf, tellAccount } from '#testing/linked-account.ts'
import { takeMails } from './take-mails.ts'

let on: ArchivingWorld
useArchivingWorld((opened) => {
  on = opened
})

const hidden = '98765432109876@lid'
const bob = '15552223333@s.whatsapp.net'

/** What is said now, under these names of one person. */
function say(id: string, from: string, alt?: string): DeviceEvent {
  on.world.pass(1_000)
  const at = Math.floor(on.world.ctx.now().getTime() / 1_000)
  const key = alt === undefined ? {} : { key: { remoteJidAlt: alt } }
  return ['messages.upsert', arrived(webMessage({ from, id, text: `Said ${id}.`, at, ...key }))]
}
const tell = (linked: LinkedAccount, event: DeviceEvent) => tellAccount(on.world, linked, [event])
const ids = () => on.archive.got.map(({ mail }) => mail.messageId)

test('each day of either conversation has its own mail, which keeps its ID after the merge', async () => {
  await on.configure({ delivery: 'conversation_day' })
  const linked = await linkAccountOf(on.world, on.tenant)
  await tell(linked, say('H1', hidden))
  await tell(linked, say('H2', bob))
  await on.pass(dayMs + 15 * minuteMs)
  on.archive.answers.push(451, 451)
  await on.send()
  const before = ids()
  expect(new Set(before).size).toBe(2)
  await tell(linked, say('H3', hidden, bob))
  await on.pass(minuteMs)
  await on.send()
  const texts = new Map(
    on.archive.got.filter(({ isTaken }) => isTaken).map(({ mail }) => [mail.messageId, mail.text] as const),
  )
  expect(new Set(texts.keys())).toEqual(new Set(before))
  expect(
    [...texts.values()]
      .join()
      .match(/Said H[12]/g)
      ?.toSorted(),
  ).toEqual(['Said H1', 'Said H2'])
  await on.pass(2 * dayMs)
  await on.send()
  expect(new Set(ids()).size).toBe(3)
})

test('mails about both are sent in the order of the merged conversation, whenever they were queued', async () => {
  await on.configure({ mode: 'paused' })
  const linked = await linkAccountOf(on.world, on.tenant)
  await tell(linked, say('H1', hidden))
  await tell(linked, say('H2', bob))
  await tell(linked, say('H3', hidden, bob))
  await tell(linked, say('H4', bob))
  const { named, conversations } = await inTenant(on.world.ctx.db, on.tenant.id, async (tx) => ({
    named: new Map(
      (await tx.selectFrom('message').select(['id', 'body']).execute()).map(({ id, body }) => [id, body]),
    ),
    conversations: (await takeMails(tx, 10, on.world.ctx.now())).conversations,
  }))
  expect(
    conversations.map((mails) => mails.map(({ row }) => row.message_id && named.get(row.message_id))),
  ).toEqual([['Said H1.', 'Said H2.', 'Said H3.', 'Said H4.']])
})
