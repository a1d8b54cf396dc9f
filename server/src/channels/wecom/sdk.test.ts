import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { ArchiveSource } from './archive-source.ts'
import { openSdk } from './sdk-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'verbatim-sdk-'))
const library = join(folder, 'sdk.so')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A library with the functions of WeCom's, where a compiler is. */
function isBuilt(): boolean {
  const source = join(import.meta.dirname, '../../testing/fakes/wecom-sdk.c')
  try {
    execFileSync('cc', ['-shared', '-fPIC', '-o', library, source], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function withSdk<T>(secret: string, work: (sdk: ArchiveSource) => Promise<T>): Promise<T> {
  const sdk = openSdk({ library, corpId: 'ww1', secret, timeoutMs: 5_000 })
  try {
    return await work(sdk)
  } finally {
    await sdk.close()
  }
}
const failure = (code: unknown) => expect.objectContaining({ name: 'ArchiveFailure', code })

describe.skipIf(!isBuilt())('a library like WeCom’s, in a process of its own', () => {
  test('gives messages, opens them, and gives files in pieces', async () => {
    await withSdk('right', async (sdk) => {
      expect(await sdk.messages(7, 200)).toMatchObject([{ seq: 8, publickey_ver: 1, encrypt_chat_msg: '你' }])
      expect(await sdk.open('k', '你好')).toBe('text of 你好')
      const first = await sdk.file('f', '')
      expect([Buffer.from(first.bytes).toString(), first.next]).toEqual(['a\0b', 'Range:bytes=3-5'])
      const last = await sdk.file('f', first.next!)
      expect([Buffer.from(last.bytes).toString(), last.next]).toEqual(['c\0d', undefined])
      await expect(sdk.open('other', 'x')).rejects.toEqual(failure(10_008))
      await expect(sdk.file('gone', '')).rejects.toEqual(failure(10_010))
      await expect(sdk.messages(9, 200)).rejects.toEqual(failure(10_009))
    })
  })

  test('fails with its code if access is refused, and ends if it crashes', async () => {
    await withSdk('wrong', (sdk) => expect(sdk.messages(0, 1)).rejects.toEqual(failure(10_000)))
    await withSdk('crash', (sdk) => expect(sdk.messages(0, 1)).rejects.toEqual(failure('ended')))
  })
})

test('a path without a library is not understood', { tags: ['whole'] }, async () => {
  const sdk = openSdk({ library: join(folder, 'absent.so'), corpId: 'ww1', secret: 's', timeoutMs: 5_000 })
  await expect(sdk.messages(0, 1)).rejects.toEqual(failure('not-understood'))
  await sdk.close()
})
