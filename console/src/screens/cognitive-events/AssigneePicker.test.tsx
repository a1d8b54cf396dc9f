// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import {
  assignEvent,
  type CognitiveEventDetail,
  getCognitiveEvent,
} from '@verbatim/contract/cognitive-events.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { UserId } from '@verbatim/contract/ids.ts'
import { listReviewers } from '@verbatim/contract/reviewers.ts'
import { afterEach, expect, test } from 'vitest'
import { useApi } from '#shell/use-app-context.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { AssigneePicker } from './AssigneePicker.tsx'
import { eventQuery } from './queries.ts'

const idOf = (n: number) => `019aa000-0000-7000-8000-00000000000${n}`
const users = ['Ana Bell', 'Ben Reed', 'Cy Holt'].map((name, at) => ({ id: UserId.parse(idOf(at)), name }))
const me = idOf(2)

/** Renders the picker of an event with a server of three reviewers, two per page. */
async function open(assignee: { id: string; name: string } | null, permissions = ['events.assign']) {
  let event = {
    id: idOf(9),
    version: 1,
    policyName: 'Promises',
    from: 'Lea Ver',
    assignee,
    history: [] as unknown,
  } as CognitiveEventDetail
  const asked: { text: string; signal: AbortSignal }[] = []
  const given: (string | null)[] = []
  const server = { asked, given, refusal: undefined as Failure | undefined, answersAt: Promise.resolve() }
  const api = async (
    endpoint: unknown,
    call: Record<string, Record<string, unknown>>,
    signal: AbortSignal,
  ) => {
    if (endpoint === listReviewers) {
      const { search = '', eventId } = call.query as { search?: string; eventId: string }
      expect(eventId).toBe(event.id)
      asked.push({ text: search, signal })
      await server.answersAt
      const found = users.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
      return { items: found.slice(0, 2), total: found.length }
    }
    if (endpoint === getCognitiveEvent) return event
    expect(endpoint).toBe(assignEvent)
    if (server.refusal) throw server.refusal
    const { assigneeId } = call.body as { assigneeId: string | null }
    given.push(assigneeId)
    event = { ...event, assignee: users.find(({ id }) => id === assigneeId) ?? null }
    return event
  }
  function Picker() {
    const { data } = useQuery({ ...eventQuery(useApi(), event.id), initialData: event })
    return <AssigneePicker event={data} />
  }
  const { container, user } = drawPages(
    { '/': Picker },
    { api, viewer: { id: me, permissions: new Set(permissions) } },
  )
  await waitFor(() => expect(container.textContent !== '' || container.querySelector('input')).toBeTruthy())
  return { server, user, container }
}

afterEach(cleanup)

const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Assignee' })
const choose = (user: Awaited<ReturnType<typeof open>>['user'], text: string) =>
  user.tripleClick(box()).then(() => user.keyboard(text))

test('the assignee leads to their card, also for users who may not change it', async () => {
  await open({ id: idOf(1), name: 'Ben Reed' })
  expect(screen.getByRole('button', { name: 'About Ben Reed' })).toBeTruthy()
  cleanup()
  await open({ id: idOf(1), name: 'Ben Reed' }, [])
  expect(screen.getByRole('button', { name: 'Ben Reed' })).toBeTruthy()
  cleanup()
  await open(null)
  expect(screen.queryByRole('button')).toBeNull()
})

test('the assignee is shown by name, and reviewers are not asked for before the field has the focus', async () => {
  const { server } = await open({ id: idOf(7), name: 'Lea Ver' })
  await waitFor(() => expect(box().value).toBe('Lea Ver'))
  expect(server.asked).toEqual([])
  cleanup()
  await open({ id: me, name: 'Cy Holt' })
  await waitFor(() => expect(box().value).toBe('Cy Holt (you)'))
  cleanup()
  await open(null)
  await waitFor(() => expect(box().value).toBe('Unassigned'))
})

test('a user who may not assign sees the name, and nothing is requested', async () => {
  const { server, container } = await open(users[0]!, [])
  expect(container.textContent).toContain('Ana Bell')
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(server.asked).toEqual([])
})

test('the server is searched, and the keyboard can choose', async () => {
  const { server, user } = await open(users[0]!)
  await choose(user, 'holt')
  // Not on the first page.
  await screen.findByRole('option', { name: 'Cy Holt (you)' })
  expect(server.asked.map(({ text }) => text)).toEqual(['', 'holt'])
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(server.given).toEqual([me]))
  expect(box().value).toBe('Cy Holt (you)')
})

test('the assignee can be removed', async () => {
  const { server, user } = await open(users[0]!)
  await choose(user, 'unas')
  await user.click(await screen.findByRole('option', { name: 'Unassigned' }))
  await waitFor(() => expect(server.given).toEqual([null]))
})

test('a superseded search is cancelled, and keys typed while it runs are kept', async () => {
  const { server, user } = await open(users[0]!)
  await user.click(box())
  await waitFor(() => expect(server.asked).toHaveLength(1))
  let answer = () => {}
  server.answersAt = new Promise((resolve) => {
    answer = resolve
  })
  await choose(user, 're')
  await waitFor(() => expect(server.asked.map(({ text }) => text)).toEqual(['', 're']))
  await user.keyboard('ed')
  await waitFor(() => expect(server.asked.map(({ text }) => text)).toEqual(['', 're', 'reed']))
  expect(server.asked.map(({ signal }) => signal.aborted)).toEqual([false, true, false])
  answer()
  await screen.findByRole('option', { name: 'Ben Reed' })
  expect(box().value).toBe('reed')
})

test('after a failure the assignee is shown again', async () => {
  const { server, user } = await open(users[0]!)
  server.refusal = new Failure('event.not-a-reviewer', failures['event.not-a-reviewer'])
  await choose(user, 'reed')
  await user.click(await screen.findByRole('option', { name: 'Ben Reed' }))
  await screen.findByText('Nothing was changed: Promises · Lea Ver')
  await screen.findByText(server.refusal.message)
  await waitFor(() => expect(box().value).toBe('Ana Bell'))
})
