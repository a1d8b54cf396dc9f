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
