import { roundsOf } from '@verbatim/reference/share.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePseudonyms } from './pseudonyms.ts'

const ours = makePseudonyms(Buffer.alloc(32, 1))
const theirs = makePseudonyms(Buffer.alloc(32, 2))
const client = { kind: 'client', key: 'contact 1' } as const

test('a person always has the same pseudonym, a different one in another organization, and never that of someone else', () => {
  expect(ours.nameOf(client)).toMatch(/^Client [2-9A-HJ-NP-Z]{6}$/)
  expect(makePseudonyms(Buffer.alloc(32, 1)).nameOf(client)).toBe(ours.nameOf(client))
  expect(theirs.nameOf(client)).not.toBe(ours.nameOf(client))
  expect(ours.nameOf({ ...client, key: 'contact 2' })).not.toBe(ours.nameOf(client))
  expect(ours.nameOf({ kind: 'representative', key: 'user 1' })).toMatch(/^Representative /)
})

test('a veiled ID is another ID, which only the same key turns back', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const veiled = ours.veil(id)
      expect(veiled).toMatch(/^[0-9a-f-]{36}$/)
      expect(veiled).not.toBe(id)
      expect(ours.unveil(veiled)).toBe(id)
      expect(theirs.unveil(veiled)).not.toBe(id)
    }),
    { numRuns: roundsOf(100) },
  )
})

test('text that is not an ID stays unchanged', () => {
  expect(ours.veil('none')).toBe('none')
  expect(ours.unveil('00000000-0000-0000-0000-000000000000')).toBe('00000000-0000-0000-0000-000000000000')
})
