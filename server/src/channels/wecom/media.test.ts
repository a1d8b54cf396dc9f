import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FakeWecom } from '#testing/fakes/wecom.ts'
import { wecomAccount } from '#testing/wecom.ts'
import { addressOfMedium } from './media-address.ts'
import { fetchFile } from './media.ts'

test('a file whose bytes broke off is fetched again, and stored whole', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-archive-'))
  try {
    const fake = new FakeWecom()
    const bytes = Buffer.alloc(1_300_000, 'abc')
    const { sdkfileid, md5sum } = await fake.keepFile(folder, bytes)
    const [fileId, md5] = [String(sdkfileid), String(md5sum)]
    const fetched = (attempt: number) =>
      fetchFile(
        addressOfMedium({ corpId: fake.corpId, fileId, md5 }),
        { ...wecomAccount, secrets: fake.secrets },
        { maxBytes: 2_000_000, timeoutMs: 5_000, attempt, variables: { WECOM_ARCHIVE_DIR: folder } },
      )
    const restore = await fake.cutFile(folder, fileId)
    expect(await fetched(1)).toEqual({ outcome: 'retry', reason: 'hash-differs' })
    await restore()
    const whole = await fetched(2)
    expect(whole.outcome === 'fetched' && Buffer.compare(whole.bytes, bytes)).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
