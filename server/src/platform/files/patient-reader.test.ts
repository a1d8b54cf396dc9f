import { TenantId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { FileDamaged, FileMissing, StoreAway } from './failures.ts'
import { openPatientReader } from './patient-reader.ts'

const tenant = TenantId.parse('0197a000-0000-7000-8000-000000000001')
const bytes = Buffer.from('a file')
const away = new StoreAway(new Error('EIO: i/o error, read'))

/** A reader of a store that gives these answers in turn, and then the file. */
const readerOf = (...answers: readonly Error[]) => {
  const left = [...answers]
  const get = () => {
    const answer = left.shift()
    return answer ? Promise.reject(answer) : Promise.resolve(bytes)
  }
  const read = openPatientReader({ get }, { pausesMs: [1, 1] })
  return () => read(tenant, 'ab')
}

test('a store that is away for a moment is asked again', async () => {
  expect(await readerOf(away, away)()).toEqual({ bytes })
})

test('a file that cannot be read is not taken for one that is missing or damaged', async () => {
  const read = readerOf(new FileMissing('ab'), new FileDamaged('ab'), away, away, away)
  expect(await read()).toEqual({ wrong: 'missing' })
  expect(await read()).toEqual({ wrong: 'damaged' })
  expect(await read()).toEqual({ wrong: 'unreadable (EIO: i/o error, read)' })
  expect(await read()).toEqual({ bytes })
})

test('only failures in a row say that the store is away', async () => {
  const three = [away, away, away]
  const nineteen = Array.from({ length: 19 }, () => three).flat()
  const read = readerOf(...nineteen, new FileMissing('ab'), ...nineteen, ...three)
  for (let n = 0; n < 39; n += 1) expect(await read()).toHaveProperty('wrong')
  await expect(read()).rejects.toBe(away)
})

test('another error is none of the store', async () => {
  await expect(readerOf(new TypeError('a bug'))()).rejects.toThrow('a bug')
})

test('a reader ends while it waits for its store', async () => {
  const stop = new AbortController()
  const get = () => {
    stop.abort()
    return Promise.reject(away)
  }
  const read = openPatientReader({ get }, { signal: stop.signal, pausesMs: [600_000] })
  await expect(read(tenant, 'ab')).rejects.toThrow('aborted')
})
