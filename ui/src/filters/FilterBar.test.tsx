// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { Condition } from '@verbatim/contract/list-filter.ts'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { EscapeLayers, useEscape } from '#escape.tsx'
import { FilterBar } from './FilterBar.tsx'
import { PeriodPicker } from './PeriodPicker.tsx'
import type { FilterField } from './filter-words.ts'

afterEach(cleanup)

const people = ['Ann Bell', 'Ben Reed', 'Cy Holt'].map((label) => ({ value: label, label }))
const fields: readonly FilterField[] = [
  {
    key: 'authorId',
    label: 'Written by',
    field: { type: 'uuid' },
    sought: {
      useFound: (text) => ({
        options: people.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase())),
        search: 'done',
      }),
      useNamed: (values) => people.filter(({ value }) => values.includes(value)),
    },
  },
  {
    key: 'isEdited',
    label: 'Edited',
    field: { type: 'enum', values: ['false', 'true'] },
    options: [{ value: 'true', label: 'Yes' }],
  },
]

function draw(conditions: readonly Condition[] = []) {
  const seen = { closed: 0, conditions }
  function Layer() {
    const [shown, setShown] = useState(conditions)
    useEscape(true, () => {
      seen.closed += 1
    })
    return (
      <FilterBar
        fields={fields}
        known={{ isFlagged: { type: 'enum', values: ['false', 'true'] } }}
        conditions={shown}
        onConditions={(next) => {
          seen.conditions = next
          setShown(next)
        }}
        onClear={undefined}
      />
    )
  }
  render(
    <MantineProvider env="test">
      <EscapeLayers>
        <Layer />
      </EscapeLayers>
    </MantineProvider>,
  )
  return { seen, user: userEvent.setup({ delay: null }) }
}
const filter = () => screen.getByRole('button', { name: 'Filter' })

test('the focus goes from the chosen field to its values, and stays in the popover while choosing', async () => {
  const { user, seen } = draw()
  await user.click(filter())
  await user.click(await screen.findByRole('button', { name: 'Written by' }))
  expect(document.activeElement).toBe(await screen.findByLabelText('Find in Written by'))
  await user.keyboard('ben')
  const choices = screen.getByRole('group', { name: 'Written by' })
  await waitFor(() => expect(within(choices).getAllByRole('checkbox')).toHaveLength(1))
  await user.click(within(choices).getByRole('checkbox', { name: 'Ben Reed' }))
  expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(seen.conditions).toEqual([{ field: 'authorId', operator: 'eq', values: ['Ben Reed'] }])
  expect(document.activeElement).toBe(filter())
})

test('a field with few values gives the focus to the first of them', async () => {
  const { user } = draw()
  await user.click(filter())
  await user.click(await screen.findByRole('button', { name: 'Edited' }))
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Yes' }))
})

test('a choice is applied with the next field and on leaving the popover, but not after Escape', async () => {
  const { user, seen } = draw()
  await user.click(filter())
  await user.click(await screen.findByRole('button', { name: 'Edited' }))
  await user.click(screen.getByRole('checkbox', { name: 'Yes' }))
  await user.click(screen.getByRole('button', { name: 'Written by' }))
  const edited = { field: 'isEdited', operator: 'eq', values: ['true'] }
  expect(seen.conditions).toEqual([edited])
  await user.click(await screen.findByRole('checkbox', { name: 'Cy Holt' }))
  await user.click(document.body)
  expect(seen.conditions).toEqual([edited, { field: 'authorId', operator: 'eq', values: ['Cy Holt'] }])
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.click(filter())
  await user.click(await screen.findByRole('button', { name: 'Edited' }))
  await user.click(screen.getByRole('checkbox', { name: 'Yes' }))
  await user.keyboard('{Escape}')
  await user.click(filter())
  await user.click(filter())
  expect(seen.conditions).toHaveLength(2)
})

test('Escape closes the popover and nothing below it, and returns the focus', async () => {
  const { user, seen } = draw()
  await user.click(filter())
  await user.click(await screen.findByRole('button', { name: 'Written by' }))
  await user.keyboard('{Escape}')
  expect(seen.closed).toBe(0)
  expect(document.activeElement).toBe(filter())
  await user.keyboard('{Escape}')
  expect(seen.closed).toBe(1)
})

test('a condition on a hidden field has a chip and can be removed', async () => {
  const { user, seen } = draw([{ field: 'isFlagged', operator: 'eq', values: ['true'] }])
  expect(screen.getByRole('button', { name: 'Is flagged is Yes' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Remove the condition on Is flagged' }))
  expect(seen.conditions).toEqual([])
})

test('the days of another zone are not put into the calendar, whose days are wider', async () => {
  const user = userEvent.setup({ delay: null })
  const chosen: string[] = []
  render(
    <MantineProvider env="test">
      <EscapeLayers>
        <PeriodPicker
          value="2026-01-30T16:00:00.000Z|2026-01-31T15:59:59.999Z"
          onChange={(period) => chosen.push(period)}
        />
      </EscapeLayers>
    </MantineProvider>,
  )
  await user.click(screen.getByRole('button'))
  await user.click(await screen.findByRole('button', { name: 'Choose days…' }))
  const first = await screen.findByRole('textbox', { name: 'First day' })
  expect(first).toHaveProperty('value', '')
  expect(screen.getByRole('textbox', { name: 'Last day' })).toHaveProperty('value', '')
  await user.click(screen.getByRole('button', { name: 'Apply' }))
  expect(chosen).toEqual([])
})
