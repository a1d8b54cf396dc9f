// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Toast, ToastProvider, useToast } from './Toasts.tsx'

/** Four stand beside each other at 1,744 px, and one below 928 px. */
const setWidth = (width: number) => {
  vi.stubGlobal('innerWidth', width)
  act(() => void dispatchEvent(new Event('resize')))
}

beforeEach(() => setWidth(1_744))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

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

test('the next toast replaces a mere confirmation', async () => {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  await press('save')
  await press('send')
  await shows(['Sent'])
})

test('toasts with an undo or a failure stay until they are dismissed', async () => {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  await press('close')
  await press('fail')
  await press('save')
  await press('send')
  await shows(['Sent', 'ClosedUndo', 'Not saved'])
  await press('Undo')
  await shows(['Sent', 'Not saved'])
})

test('toasts of one series are one toast, which counts those that say the same', async () => {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  await press('resolve')
  await press('fail')
  await press('resolve')
  await press('resolve')
  await shows(['Resolved3 timesUndo', 'Not saved'])
  await press('reopen')
  await shows(['ReopenedUndo', 'Not saved'])
  await press('resolve')
  await shows(['ResolvedUndo', 'Not saved'])
  await press('Undo')
  await press('resolve')
  await shows(['ResolvedUndo', 'Not saved'])
})

/** Without the focus that a click takes along. */
const tell = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('if only one toast fits, a failure stays visible, and the timer of an undo behind it is stopped', () => {
  vi.useFakeTimers()
  setWidth(927)
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  tell('fail')
  tell('close')
  tell('save')
  expect(titles()).toEqual(['Not saved'])
  wait(12_000)
  expect(titles()).toEqual(['ClosedUndo'])
  wait(14_999)
  expect(titles()).toEqual(['ClosedUndo'])
  wait(1)
  expect(titles()).toEqual(['Saved'])
})

test('a toast with the focus stays visible', () => {
  vi.useFakeTimers()
  setWidth(927)
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  tell('close')
  const undo = screen.getByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  tell('fail')
  wait(60_000)
  expect(titles()).toEqual(['ClosedUndo'])
  expect(document.activeElement).toBe(undo)
  // The focus goes on within it, and the pointer passes over it.
  const dismiss = screen.getByRole('button', { name: 'Dismiss' })
  act(() => dismiss.focus())
  fireEvent.mouseEnter(dismiss.parentElement!)
  fireEvent.mouseLeave(dismiss.parentElement!)
  expect(titles()).toEqual(['ClosedUndo'])
  expect(document.activeElement).toBe(dismiss)
  act(() => dismiss.blur())
  expect(titles()).toEqual(['Not saved'])
})

test('as many toasts as fit are shown together', () => {
  render(
    <ToastProvider>
      <Buttons />
    </ToastProvider>,
  )
  for (const name of ['close', 'fail', 'fail', 'save']) tell(name)
  expect(titles()).toHaveLength(4)
  setWidth(1_440)
  expect(titles()).toEqual(['ClosedUndo', 'Not saved', 'Not saved'])
  setWidth(1_120)
  expect(titles()).toEqual(['Not saved', 'Not saved'])
})
