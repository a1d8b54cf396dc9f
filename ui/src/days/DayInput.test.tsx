// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { DayPicker } from './DayPicker.tsx'
import { EscapeLayers } from '#escape.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function draw(locale: string, first = '') {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([locale])
  const seen = { day: first }
  function Field() {
    const [day, setDay] = useState(first)
    const change = (next: string) => {
      seen.day = next
      setDay(next)
    }
    return <DayPicker label="Day" value={day} onChange={change} />
  }
  render(
    <MantineProvider env="test">
      <EscapeLayers>
        <Field />
      </EscapeLayers>
    </MantineProvider>,
  )
  return {
    seen,
    user: userEvent.setup({ delay: null }),
    field: screen.getByLabelText<HTMLInputElement>('Day'),
  }
}

test.each([
  ['en-GB', '4/3/26', '04/03/2026', 'Mo'],
  ['en-US', '3/4/26', '03/04/2026', 'Su'],
  ['de-DE', '4.3.26', '04.03.2026', 'Mo'],
  ['ja-JP', '2026-3-4', '2026/03/04', 'Su'],
])(
  'in %s a day is typed and shown in the reader’s order, and weeks begin on the reader’s first day',
  async (...row) => {
    const [locale, typed, shown, firstDay] = row
    const { seen, user, field } = draw(locale)
    await user.type(field, typed)
    expect(seen.day).toBe('2026-03-04')
    expect(await screen.findByRole('button', { name: 'March 2026' })).toBeTruthy()
    expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe(firstDay)
    await user.tab()
    expect(field.value).toBe(shown)
  },
)

test('a day chosen in the calendar is written in the field', async () => {
  const { seen, user, field } = draw('de-DE', '2026-03-04')
  await user.click(await screen.findByRole('button', { name: 'Tuesday, 17 March 2026' }))
  expect([seen.day, field.value]).toEqual(['2026-03-17', '17.03.2026'])
})

test('a text that is not a day gives no day, and shows the expected form', async () => {
  const { seen, user, field } = draw('en-GB', '2026-03-04')
  await user.clear(field)
  await user.type(field, '31/04/2026')
  expect([seen.day, field.value]).toEqual(['', '31/04/2026'])
  await user.tab()
  expect(screen.getByText('Enter a day as DD/MM/YYYY.')).toBeTruthy()
})
