// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { type Toast, ToastProvider, useToast } from './Toasts.tsx'

afterEach(cleanup)

const toasts: Record<string, Toast> = {
  save: { tone: 'done', title: 'Saved' },
  send: { tone: 'done', title: 'Sent' },
  close: { tone: 'done', title: 'Closed', action: { label: 'Undo', act: () => {} } },
  reopen: { tone: 'done', title: 'Reopened', action: { label: 'Undo', act: () => {} }, series: 'changes' },
  resolve: { tone: 'done', title: 'Resolved', action: { label: 'Undo', act: () => {} }, series: 'changes' },
  fail: { tone: 'failed', title: 'Not saved' },
}

function Buttons() {
  const show = useToast()
  return Object.entries(toasts).map(([name, toast]) => (
    <button key={name} type="button" onClick={() => show(toast)}>
      {name}
    </button>
  ))
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const titles = () =>
  [...screen.getByLabelText('Notifications').children].map(({ textContent }) => textContent)

const shows = (expected: string[]) => waitFor(() => expect(titles()).toEqual(expected))

test('the next toast replaces one that only says that something was done', async () => {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  await press('save')
  await press('send')
  await shows(['Sent'])
})

test('a toast with something to undo and one of a failure stay until they are answered', async () => {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  await press('close')
  await press('fail')
  await press('save')
  await press('send')
  await shows(['ClosedUndo', 'Not saved', 'Sent'])
  await press('Undo')
  await shows(['Not saved', 'Sent'])
})

test('toasts of one series are one toast that counts', async () => {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  await press('resolve')
  await press('fail')
  await press('reopen')
  await press('resolve')
  await shows(['Not saved', 'Resolved3 timesUndo'])
  await press('Undo')
  await press('resolve')
  await shows(['Not saved', 'ResolvedUndo'])
})
