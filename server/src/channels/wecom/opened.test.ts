import { expect, test } from 'vitest'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { ArchiveFailure, type ArchiveSource, readPage } from './archive-source.ts'
import { messageKeysOf } from './message-keys.ts'
import { openOne } from './opened.ts'

const fake = new FakeWecom()
const keys = messageKeysOf(fake.secrets['privateKeys'] ?? '')

const opening = (code: ArchiveFailure['code'], given: object = {}) => {
  const chatdata = [{ ...fake.sealed({ msgid: 'm' }), ...given }]
  const [sealed] = readPage(JSON.stringify({ errcode: 0, chatdata }))
  const archive: Pick<ArchiveSource, 'open'> = { open: () => Promise.reject(new ArchiveFailure(code)) }
  return openOne(keys, archive, sealed!)
}

test('what the library says of one message holds back no other', async () => {
  // A parameter, the form, the key, the text, the version, the key's form; and what is no answer.
  for (const code of [10_000, 10_002, 10_004, 10_006, 10_007, 10_008, 'not-understood'] as const)
    expect(await opening(code), String(code)).toBeUndefined()
  // The library is not asked for a text that is not there.
  expect(await opening(10_003, { encrypt_chat_msg: 7 })).toBeUndefined()
})

test('what it says of itself ends the session, which tries again', async () => {
  for (const code of [10_003, 'timeout', 'ended'] as const)
    await expect(opening(code), String(code)).rejects.toMatchObject({ code })
})
