// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { SearchBox } from './SearchBox.tsx'

afterEach(cleanup)

test('Escape leaves the search, but not while it ends a composition', () => {
  render(
    <MantineProvider env="test">
      <SearchBox value="" onChange={() => undefined} placeholder="Search" />
    </MantineProvider>,
  )
  const field = screen.getByRole('searchbox')
  field.focus()
  fireEvent.keyDown(field, { key: 'Escape', isComposing: true })
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(document.activeElement).not.toBe(field)
})

test('a text that is too long stays in the field and is not searched for, and by how much is said', () => {
  const sought: string[] = []
  render(
    <MantineProvider env="test">
      <SearchBox value="" onChange={(text) => void sought.push(text)} placeholder="Search" />
    </MantineProvider>,
  )
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  const enter = (text: string) => {
    fireEvent.change(field, { target: { value: text } })
    fireEvent.keyDown(field, { key: 'Enter' })
  }
  enter('a'.repeat(1_001))
  expect([field.value.length, sought]).toEqual([1_001, []])
  screen.getByText('1 character over the limit of 1,000. Shorten the text to search for it.')
  enter('a'.repeat(1_000))
  expect(sought).toHaveLength(1)
  expect(screen.queryByText(/over the limit/)).toBeNull()
})
