import { expect, test } from 'vitest'
import { newId } from './uuid.ts'

const now = new Date('2026-03-02T10:00:00.123Z')

test('an id is a UUID of version 7 that begins with its time', () => {
  const id = newId(now)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now.getTime())
})

test('ids sort in the order they were made, also within a millisecond, and never repeat', () => {
  const later = new Date(now.getTime() + 1)
  const ids = [
    ...Array.from({ length: 2000 }, () => newId(now)),
    ...Array.from({ length: 2000 }, () => newId(later)),
  ]
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(4000)
})
