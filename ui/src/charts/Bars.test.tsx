// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Bars } from './Bars.tsx'

afterEach(cleanup)

function widthsOf(areCounts: boolean, values: readonly number[]): string[] {
  const bars = values.map((value, at) => ({
    key: String(at),
    label: `Part ${at}`,
    tone: 'indigo' as const,
    value,
    previous: null,
    text: String(value),
  }))
  const { container } = render(<Bars label="Parts" bars={bars} areCounts={areCounts} />)
  return [...container.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style.width)
}

test('a small count does not fill its line', () => {
  expect(widthsOf(true, [1, 2])).toEqual(['20%', '40%'])
  expect(widthsOf(true, [10, 5])).toEqual(['100%', '50%'])
})

test('a bar without a change has a line as long as the others', () => {
  const bar = { tone: 'indigo' as const, value: 50, previous: null, text: '50%' }
  const bars = [
    { ...bar, key: 'a', label: 'Signal', change: 'no change' },
    { ...bar, key: 'b', label: 'Telegram' },
  ]
  const { container } = render(<Bars label="Parts" bars={bars} areCounts={false} />)
  expect(container.querySelectorAll('li[data-compared]')).toHaveLength(2)
  expect(container.querySelector('ul')?.textContent).toBe('Signal50%no changeTelegram50%')
})

test('the largest share or duration fills its line, however small', () => {
  expect(widthsOf(false, [0.8, 0.2])).toEqual(['100%', '25%'])
  expect(widthsOf(false, [0, 0])).toEqual(['0%', '0%'])
})
