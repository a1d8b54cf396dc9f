import { hourMs } from '@verbatim/contract/durations.ts'
import { expect, test } from 'vitest'
import { mostConnections, Pace, Paces } from './pace.ts'

const now = new Date('2026-05-14T08:00:00Z')
const hours = (count: number) => new Date(now.getTime() + count * hourMs)

test('slow answers ask for more connections, up to a limit, and fast ones for fewer', () => {
  const pace = new Pace()
  expect(pace.connections(now)).toBe(2)
  for (let mail = 0; mail < 3; mail++) pace.took(100, 4_096)
  expect(pace.connections(now)).toBe(5)
  for (let mail = 0; mail < 30; mail++) pace.took(100, 4_096)
  expect(pace.connections(now)).toBe(mostConnections)
  for (let mail = 0; mail < 30; mail++) pace.took(5, 4_096)
  expect(pace.connections(now)).toBe(2)
})

test('large mails do not change the number of connections', () => {
  const pace = new Pace()
  for (let mail = 0; mail < 30; mail++) pace.took(5_000, 25 * 1024 * 1024)
  expect(pace.connections(now)).toBe(2)
})

test('after a refused connection, a receiver gets no more connections for an hour', () => {
  const pace = new Pace()
  for (let mail = 0; mail < 30; mail++) pace.took(100, 4_096)
  pace.refused(3, now)
  expect([0, 0.9].map((count) => pace.connections(hours(count)))).toEqual([3, 3])
  expect(pace.connections(hours(1))).toBe(mostConnections)
})

test('the number of connections is remembered for one receiver of one organization', () => {
  const paces = new Paces()
  const receiver = { host: 'archive.example', port: 25 }
  paces.of('a', receiver).took(100, 4_096)
  expect(paces.of('a', receiver).connections(now)).toBe(3)
  expect(paces.of('b', receiver).connections(now)).toBe(2)
  expect(paces.of('a', { ...receiver, port: 465 }).connections(now)).toBe(2)
})
