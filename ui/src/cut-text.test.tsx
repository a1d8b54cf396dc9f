// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useCutTitles } from './cut-text.ts'

afterEach(cleanup)

const long = 'Maximiliane-Wilhelmina von Hohenstauffen-Reichenbach zu Bergen'
const cut = { overflow: 'hidden', textOverflow: 'ellipsis' } as const

/** The layout that this environment does not compute. */
function isWide(element: HTMLElement, scrollWidth: number) {
  Object.defineProperty(element, 'scrollWidth', { configurable: true, value: scrollWidth })
  Object.defineProperty(element, 'clientWidth', { configurable: true, value: 100 })
}

function Row({ name, title }: { name: string; title?: string }) {
  useCutTitles()
  return (
    <span style={cut} title={title} data-testid="cell">
      <bdi>{name}</bdi>
    </span>
  )
}

test('a truncated name is shown whole on hover, until it fits', () => {
  render(<Row name={long} />)
  const cell = screen.getByTestId('cell')
  isWide(cell, 400)
  fireEvent.pointerOver(screen.getByText(long))
  expect(cell.title).toBe(long)
  isWide(cell, 100)
  fireEvent.pointerOver(cell)
  expect(cell.title).toBe('')
})

test('an element with a title of its own keeps it', () => {
  render(<Row name={long} title="Received by Ann" />)
  isWide(screen.getByTestId('cell'), 400)
  fireEvent.pointerOver(screen.getByText(long))
  expect(screen.getByTestId('cell').title).toBe('Received by Ann')
})
