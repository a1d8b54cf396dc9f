// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { keepPlace, recentPlaces } from './recent-places.ts'

beforeEach(() => localStorage.clear())
const place = (at: number) => ({ href: `/place/${at}`, label: `Place ${at}`, kind: 'Screen' })
const hrefs = (user: string) => recentPlaces(user).map(({ href }) => href)

test('the last eight places are kept, newest first and each once', () => {
  for (let at = 0; at < 10; at += 1) keepPlace('ann', place(at))
  keepPlace('ann', place(4))
  expect(hrefs('ann')).toEqual([4, 9, 8, 7, 6, 5, 3, 2].map((at) => `/place/${at}`))
})

test('each user of a device has separate places', () => {
  keepPlace('ann', place(1))
  expect(hrefs('ben')).toEqual([])
})

test('invalid stored values, and addresses of other sites, are ignored', () => {
  for (const text of ['{', '[{"href":1}]', '[{"href":"https://x.example","label":"X","kind":"Screen"}]']) {
    localStorage.setItem('verbatim.recent.ann', text)
    expect(hrefs('ann')).toEqual([])
  }
})
