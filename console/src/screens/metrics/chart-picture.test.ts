// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { type ChartPicture, chartPicture, stepOf } from './chart-picture.ts'
import type { Numbers } from './NumberTable.tsx'

const text = (value: number | null) => (value === null ? '–' : String(value))
const columns = [
  { label: 'This period', text },
  { label: 'Previous period', text },
]
const byDay = (...values: (readonly [now: number | null, before: number | null])[]): Numbers => ({
  first: 'Day',
  columns,
  rows: values.map((pair, at) => ({ key: String(at), label: `${at + 1} Nov`, values: pair })),
})
const base = {
  title: 'Messages per day',
  subtitle: '1 – 4 Nov 2026, Europe/Berlin · counted at 5 Nov 2026, 10:00',
  legend: ['This period', 'Previous period, 28 – 31 Oct 2026'],
  form: 'line',
} as const

const draw = (picture: Partial<ChartPicture> & Pick<ChartPicture, 'numbers'>) => {
  const svg = chartPicture({ ...base, ...picture })
  const { documentElement } = new DOMParser().parseFromString(svg, 'application/xml')
  expect(documentElement.tagName).toBe('svg')
  const all = (name: string) => [...documentElement.querySelectorAll(name)]
  return { all, words: all('text').map(({ textContent }) => textContent), svg }
}

test('the picture has a title, its days and a legend', () => {
  const { words } = draw({ numbers: byDay([3, 1], [4, 2], [8, 0], [0, 5]) })
  expect(words).toEqual(
    expect.arrayContaining([base.title, base.subtitle, ...base.legend, '0', '8', '1 Nov', '4 Nov']),
  )
})

test('a day without a value breaks the line, and a single day between two breaks is a dot', () => {
  const { all } = draw({ numbers: byDay([3, null], [4, null], [null, null], [5, null], [null, null]) })
  expect(all('polyline').map((one) => one.getAttribute('points')?.split(' ').length)).toEqual([2])
  expect(all('circle')).toHaveLength(1)
})

test('the axis of a share ends at 100, and a chart of columns has one for each day', () => {
  const { words } = draw({ numbers: byDay([33.3, null]), most: 100 })
  expect(words).toContain('100')
  const { all } = draw({ numbers: byDay([3, 1], [0, 2]), form: 'columns' })
  // The ground and the sample of the legend, too.
  expect(all('rect')).toHaveLength(4)
})

test('bars are as long as their values, in the colours of their meaning, with ticks of the period before', () => {
  const numbers: Numbers = {
    first: 'Category',
    columns,
    rows: [
      { key: 'complaint', label: 'Complaints', values: [10, 5], tone: 'red' },
      { key: 'question', label: 'Questions', values: [5, 0], tone: 'blue' },
    ],
  }
  const { all, words } = draw({ numbers, form: 'bars' })
  const bars = all('rect').slice(2)
  const [first, second] = bars.map((bar) => Number(bar.getAttribute('width')))
  expect(first).toBe(2 * Number(second))
  expect(bars.map((bar) => bar.getAttribute('fill'))).toEqual(['#ff6b6b', '#339af0'])
  // One in the legend.
  expect(all('line')).toHaveLength(2)
  expect(words).toEqual(expect.arrayContaining(['Complaints', 'Questions', '10', '5']))
})

test('names are escaped, so that they never become markup of the picture', () => {
  const name = '<script>alert("x")</script> & \u0007 \ud800'
  const { all, words, svg } = draw({ numbers: byDay([1, 1]), title: name })
  expect(all('script')).toEqual([])
  expect(words).toContain('<script>alert("x")</script> &   \ufffd')
  expect(svg).not.toContain('\u0007')
})

test.each([
  [0, true, 1],
  [1, true, 1],
  [3, true, 1],
  [8, true, 2],
  [9, true, 3],
  [1_000, true, 250],
  [1.2, false, 0.5],
])('an axis up to %d has a round step', (largest, isWhole, step) => {
  expect(stepOf(largest, isWhole)).toBe(step)
})
