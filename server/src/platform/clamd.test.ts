import { Readable } from 'node:stream'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type FakeClamd, malwareName, malwareSign, openFakeClamd } from '#testing/fakes/clamd.ts'
import { openScanner, ScannerAway } from './clamd.ts'

const engine = 'ClamAV 1.4.1/27400'
/** For answers that never end. Others must come, so that they have the usual time. */
const quick = { idleMs: 300, wholeMs: 2_000 }
const scan = (url: string, bytes: Buffer, limits = {}) =>
  openScanner({ url, ...limits }).scan(async () => Readable.from([bytes]))
const withClamd = async (work: (fake: FakeClamd) => Promise<void>) => {
  await using fake = await openFakeClamd()
  await work(fake)
}

test('a file is clean or infected, and whole on the way, in frames', () =>
  withClamd(async (fake) => {
    const long = Buffer.alloc(300_000, 'a')
    expect(await scan(fake.url, long)).toEqual({ verdict: { state: 'clean' }, engine })
    expect(fake.scanned[0]).toEqual(long)
    expect(await scan(fake.url, Buffer.alloc(0))).toEqual({ verdict: { state: 'clean' }, engine })
    const infected = Buffer.from(`x ${malwareSign} x`)
    expect(await scan(fake.url, infected)).toEqual({
      verdict: { state: 'infected', malware: malwareName },
      engine,
    })
  }))

test('a scanner is reached by a socket of the machine, too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'clamd-'))
  {
    await using fake = await openFakeClamd(join(folder, 'clamd.sock'))
    expect(await scan(fake.url, Buffer.from('a'))).toMatchObject({ verdict: { state: 'clean' } })
  }
  await rm(folder, { recursive: true })
})

test('a file that the scanner refuses has a reason', () =>
  withClamd(async (fake) => {
    fake.mostBytes = 1_000
    expect(await scan(fake.url, Buffer.alloc(200_000))).toMatchObject({
      verdict: { state: 'unscannable', reason: 'too-large' },
    })
    fake.mood = 'refusing'
    expect(await scan(fake.url, Buffer.from('a'))).toMatchObject({
      verdict: { state: 'unscannable', reason: 'refused' },
    })
  }))

test.each(['silent', 'garbage', 'endless', 'closing'] as const)(
  'a scanner that is %s has no verdict: it is away',
  (mood) =>
    withClamd(async (fake) => {
      fake.mood = mood
      const limits = ['silent', 'endless'].includes(mood) ? quick : {}
      await expect(scan(fake.url, Buffer.from('a'), limits)).rejects.toThrow(ScannerAway)
    }),
)

test('an unreachable scanner counts as away', async () => {
  await using fake = await openFakeClamd()
  const { url } = fake
  await fake[Symbol.asyncDispose]()
  await expect(scan(url, Buffer.from('a'))).rejects.toThrow(ScannerAway)
  await expect(scan('unix:/nowhere/clamd.sock', Buffer.from('a'))).rejects.toThrow(ScannerAway)
})

test('unreadable bytes get no verdict', () =>
  withClamd(async (fake) => {
    const broken = async () =>
      new Readable({
        read() {
          this.destroy(new Error('The disk is gone'))
        },
      })
    await expect(openScanner({ url: fake.url }).scan(broken)).rejects.toThrow('The disk is gone')
  }))
