// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { metricAlertCalls } from '@verbatim/contract/metric-alerts.ts'
import { afterEach, expect, test } from 'vitest'
import { useEditor } from '#editor/use-editor.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { busyAlert } from '#testing/metric-alerts.ts'
import { alertEditor } from './alert-editor.tsx'
import { AlertFields } from './AlertFields.tsx'

afterEach(cleanup)

async function open(may = 'notifications.manage') {
  const saved: unknown[] = []
  function Form() {
    const editor = useEditor(alertEditor, busyAlert)
    return (
      <>
        <AlertFields editor={editor} />
        <button onClick={editor.submit}>Save</button>
      </>
    )
  }
  const { user } = drawPages(
    { '/': Form, '/organization/metric-alerts': () => <h1>Alerts</h1> },
    {
      api: async (endpoint: unknown, call: unknown) => {
        if (endpoint !== metricAlertCalls.update) return { items: [], total: 0 }
        saved.push(call)
        return { ...busyAlert, version: 4 }
      },
      viewer: { id: 'me', permissions: new Set(['notifications.view', may]) },
    },
  )
  await screen.findByText('Threshold')
  const choose = async (field: string, option: string) => {
    await user.click(fieldOf(field))
    await user.click(await screen.findByText(option, { selector: '[role="option"] *' }))
  }
  const save = () => user.click(screen.getByText('Save'))
  return { user, choose, save, saved }
}

const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
/** What is offered while the list of comparisons is open. */
const offered = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(fieldOf('Comparison'))
  await screen.findByText('Is above', { selector: '[role="option"] *' })
  const list = document.getElementById(fieldOf('Comparison').getAttribute('aria-controls') ?? '')
  const options = [...(list?.querySelectorAll('[role="option"]') ?? [])].map(({ textContent }) => textContent)
  await user.keyboard('{Escape}')
  return options
}

test('a change is given in percent, and a figure in its own unit', async () => {
  const { user, choose } = await open()
  expect(fieldOf('Amount').value).toBe('20%')
  expect(await offered(user)).toEqual(['Is above', 'Is below', 'Rises by', 'Falls by'])
  await choose('Comparison', 'Is above')
  expect(fieldOf('Amount').value).toBe('20')
  screen.getByText('messages')
})

test('a figure of now has no period and can’t rise: the alert is not saved until another comparison is chosen', async () => {
  const { user, choose, save, saved } = await open()
  await choose('Metric', 'Open events')
  expect(screen.queryByLabelText('Period')).toBeNull()
  expect(await offered(user)).toEqual(['Is above', 'Is below'])
  // At once, and with the words that the server has for it.
  screen.getByText('This is a current figure, without a previous period. Choose above or below.')
  const comparison = fieldOf('Comparison')
  expect([comparison.value, comparison.placeholder]).toEqual(['', 'Choose…'])
  expect(comparison.getAttribute('aria-invalid')).toBe('true')
  expect(fieldOf('Amount').value).toBe('20')
  await save()
  expect(screen.getAllByText(/without a previous period/)).toHaveLength(1)
  expect(saved).toEqual([])
  await choose('Comparison', 'Is below')
  expect(fieldOf('Comparison').getAttribute('aria-invalid')).not.toBe('true')
  expect(screen.queryByText(/without a previous period/)).toBeNull()
  await save()
  expect(saved).toMatchObject([
    { body: { metric: 'open-events', condition: { kind: 'below', value: 20 }, expectedVersion: 3 } },
  ])
})

test('a reader who may not change alerts can’t change a comparison or an amount', async () => {
  await open('notifications.view')
  expect(fieldOf('Comparison').disabled).toBe(true)
  expect(fieldOf('Period').disabled).toBe(true)
  expect(fieldOf('Amount').readOnly).toBe(true)
})
