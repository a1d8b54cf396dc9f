/** Channels with a cursor say how far they have captured only once there is nothing more. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MemoryKeys, sessionOf } from '#testing/collecting.ts'
import { type FakePerson, openFakeTelegram } from '#testing/fakes/telegram.ts'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { botAccount } from '#testing/telegram.ts'
import { wecomAccount } from '#testing/wecom.ts'
import type { CallLimits } from './provider-calls.ts'
import { pollBot } from './telegram/polling.ts'
import { collectArchive } from './wecom/collection.ts'

const asked = new Date('2026-11-25T09:00:00.000Z')

/** A session that ends when it has said how far it has captured, after so many deliveries. */
function sayingOnce(limits: CallLimits) {
  const ending = new AbortController()
  const said: { readonly kept: number; readonly at: Date }[] = []
  let kept = 0
  const session = sessionOf({
    signal: ending.signal,
    limits,
    now: () => asked,
    keys: new MemoryKeys(),
    async keep(deliveries) {
      kept += deliveries.length
    },
    capturedUntil(at) {
      said.push({ kept, at })
      ending.abort()
    },
  })
  return { session, said }
}

test('an archive after its last page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
  const fake = new FakeWecom()
  const messages = Array.from({ length: 450 }, (_, place) =>
    fake.sealed({
      msgid: `m${place}`,
      action: 'send',
      from: 'LiWei',
      tolist: ['wmErxtDgAA9AW32YyyuYRimKr7D1KWlw'],
      msgtime: asked.getTime(),
      msgtype: 'text',
      text: { content: `text ${place}` },
    }),
  )
  await fake.archive(folder, messages)
  const { session, said } = sayingOnce({ timeoutMs: 5_000, variables: { WECOM_ARCHIVE_DIR: folder } })
  await collectArchive({ pauseMs: 1 }).collect({ ...wecomAccount, secrets: { ...fake.secrets } }, session)
  expect(said).toEqual([{ kept: 450, at: asked }])
  await rm(folder, { recursive: true })
})

test('a bot after an answer that is not full', async () => {
  const fake = await openFakeTelegram({ now: () => asked })
  const alice: FakePerson = { id: 7_001_001, first_name: 'Alice', is_bot: false }
  const carl: FakePerson = { id: 5_550_042, first_name: 'Carl', is_bot: false }
  const connection = fake.connected(alice)
  fake.keep(connection)
  for (let count = 0; count < 130; count += 1)
    fake.keep(fake.businessMessage(connection.id, { from: carl, peer: carl }))
  const { session, said } = sayingOnce({ timeoutMs: 2_000, extraHosts: [fake.host] })
  const settings = { isPolled: true, botId: String(fake.botId) }
  await pollBot({ retryMs: 1 }).collect({ ...botAccount, settings, secrets: { token: fake.token } }, session)
  expect(said).toEqual([{ kept: 131, at: asked }])
  await fake.close()
})
