import { expect, test } from 'vitest'
import { lateArrival, lateDays, lateSubject } from './late-words.ts'

const late = (day: string, messages: number, lastOn: string) => ({ day, late: { messages, lastOn } })
const sentence = (...days: Parameters<typeof lateSubject>[0]) => `${lateSubject(days)} ${lateArrival(days)}`

test('late messages of a day are counted in a sentence, with the day on which the last one arrived', () => {
  expect(sentence(late('2026-03-14', 12, '2026-03-20'))).toBe(
    '12 messages of 14 Mar arrived late, the last on 20 Mar',
  )
  expect(sentence(late('2026-03-14', 1, '2026-03-20'))).toBe('1 message of 14 Mar arrived late, on 20 Mar')
  expect(sentence(late('2025-12-31', 2, '2026-01-02'))).toBe(
    '2 messages of 31 Dec arrived late, the last on 2 Jan 2026',
  )
})

test('late messages of several days are counted together', () => {
  expect(sentence(late('2026-03-14', 1200, '2026-03-20'), late('2026-03-15', 1, '2026-03-18'))).toBe(
    '1,201 messages of 2 days arrived late, the last on 20 Mar',
  )
})

test('days on which nothing arrived late are not named', () => {
  const point = { value: 1, previousDay: '2026-02-14', previous: null }
  const marked = { ...point, ...late('2026-03-15', 2, '2026-03-16') }
  expect(lateDays([{ ...point, day: '2026-03-14' }, marked])).toEqual([late('2026-03-15', 2, '2026-03-16')])
})
