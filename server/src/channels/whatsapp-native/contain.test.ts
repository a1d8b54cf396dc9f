import { createRequire } from 'node:module'
import { decodeBinaryNode } from 'baileys'
import { afterEach, expect, test, vi } from 'vitest'
import { containLibrary, passOn } from './contain.ts'

interface SessionRecords {
  readonly SessionRecord: new () => { closeSession(session: object): void }
}

afterEach(() => {
  vi.restoreAllMocks()
  process.off('unhandledRejection', passOn)
})

test('a library that prints whole sessions is silenced, and others still print', () => {
  const { SessionRecord } = createRequire(import.meta.resolve('baileys'))('libsignal') as SessionRecords
  const [info, warn] = [vi.spyOn(console, 'info'), vi.spyOn(console, 'warn')].map((spy) =>
    spy.mockReturnValue(undefined),
  )
  const record = new SessionRecord()
  record.closeSession({ indexInfo: { closed: -1 } })
  expect(info).toHaveBeenCalledTimes(1)
  containLibrary()
  containLibrary()
  record.closeSession({ indexInfo: { closed: -1 } })
  record.closeSession({ indexInfo: { closed: 1 } })
  expect(info).toHaveBeenCalledTimes(1)
  expect(warn).not.toHaveBeenCalled()
  // oxlint-disable-next-line no-console -- this is what is tested
  console.info('others')
  expect(info).toHaveBeenLastCalledWith('others')
})

test('an unhandled failure of the library does not end the process, and any other still does', async () => {
  containLibrary()
  containLibrary()
  expect(process.listeners('unhandledRejection').filter((one) => one === passOn)).toHaveLength(1)
  const failure: unknown = await Promise.resolve()
    .then(() => decodeBinaryNode(Buffer.alloc(0)))
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Error)
  expect(() => passOn(failure)).not.toThrow()
  expect(() => passOn(new Error('ours'))).toThrow('ours')
  expect(() => passOn('a text')).toThrow('a text')
})
