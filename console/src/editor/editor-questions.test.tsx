// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import type { ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { OptionSource } from '#lists/sought-options.ts'
import { openDesk } from '#testing/desks.tsx'
import { drawPages } from '#testing/draw-pages.tsx'
import { defineRemoval } from './define-removal.tsx'
import { MoveModal } from './MoveModal.tsx'

const desk = { id: 'd1', name: 'Sales' }

async function open(Content: () => ReactNode) {
  const { user } = drawPages({ '/': Content })
  await screen.findByRole('dialog')
  return user
}

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

/** A removal that the server refuses until a successor is chosen. */
function refusedUntilChosen(refusal: Failure) {
  const removed: unknown[] = []
  const outcome = { isRemoved: false }
  const removal = defineRemoval<typeof desk, undefined, { needed: boolean; heir?: string }>({
    verb: 'Delete',
    blank: { needed: false },
    Effect: ({ chosen, onChoose }) =>
      chosen.needed && <button onClick={() => onChoose({ needed: true, heir: 'North' })}>Take North</button>,
    isReady: (_, { needed, heir }) => !needed || heir !== undefined,
    remove: async (_api, _thing, chosen) => {
      removed.push(chosen)
      if (chosen.heir === undefined) throw refusal
    },
    ask: (error) =>
      error instanceof Failure && error.code === 'group.last-group' ? { needed: true } : undefined,
    reword: () => new Failure('group.not-found', { message: 'The desk is gone.' }),
  })({ noun: 'desk', nameOf: ({ name }) => name, slice: 'desks' })
  const onRemoved = () => {
    outcome.isRemoved = true
  }
  const Content = () => <removal.Question thing={desk} onRemoved={onRemoved} onClose={() => undefined} />
  return { removed, outcome, Content }
}

test('a refused removal asks for a choice and waits for it', async () => {
  const { removed, outcome, Content } = refusedUntilChosen(new Failure('group.last-group'))
  const user = await open(Content)
  await user.click(await button('Delete desk'))
  const choice = await button('Take North')
  expect((await button('Delete desk')).disabled).toBe(true)
  expect(screen.queryByText('The desk was not deleted')).toBeNull()
  await user.click(choice)
  await user.click(await button('Delete desk'))
  await waitFor(() => expect(outcome.isRemoved).toBe(true))
  expect(removed).toEqual([{ needed: false }, { needed: true, heir: 'North' }])
})

test('other refusals of a removal are toasts with the texts of the noun', async () => {
  const { outcome, Content } = refusedUntilChosen(new Failure('unavailable'))
  const user = await open(Content)
  await user.click(await button('Delete desk'))
  await screen.findByText('The desk was not deleted')
  await screen.findByText('The desk is gone.')
  expect(screen.queryByRole('button', { name: 'Take North' })).toBeNull()
  expect(outcome.isRemoved).toBe(false)
})

test('people who would have none left are named, and can move in one step', async () => {
  const moves: string[] = []
  const groups = ['North', 'South'].map((name) => ({ id: name.toLowerCase(), name }))
  const source: OptionSource = {
    key: ['groups'],
    find: async () => ({ items: groups }),
    get: async (_api, id) => ({ id, name: id }),
  }
  const user = await open(() => (
    <MoveModal
      moving={{ noun: 'group', source, toId: (id) => id }}
      offenders={{ count: 3, names: ['Ana Bell', 'Ben Reed'] }}
      editor={{ base: { id: 'south' }, isSaving: false, forget: () => undefined }}
      onMove={(id) => moves.push(id)}
    />
  ))
  await screen.findByText('3 people need at least one group and would have none:')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ana Bell',
    'Ben Reed',
    'and 1 more',
  ])
  expect((await button('Move them and save')).disabled).toBe(true)
  await user.click(screen.getByRole('combobox', { name: 'Group for them' }))
  const north = await screen.findByRole('option', { name: 'North' })
  expect(screen.queryByRole('option', { name: 'South' })).toBeNull()
  await user.click(north)
  await user.click(await button('Move them and save'))
  expect(moves).toEqual(['north'])
})

/** An editor of desks that asks where the desk is before it saves. */
async function openAsking() {
  const opened = await openDesk('/desks/d1', {
    save: async ({ base, answer }, body) =>
      answer
        ? { saved: opened.server.change({ ...body, place: answer }, base?.version) }
        : { question: body.name },
    Question: ({ editor: { question, isSaving, answer, forget } }) =>
      question !== undefined && (
        <section aria-label="Question">
          Where is {question}?
          <button disabled={isSaving} onClick={() => answer('Bergen')}>
            In Bergen
          </button>
          <button onClick={forget}>Not now</button>
        </section>
      ),
  })
  await opened.write('Name', 'Trading')
  await opened.press('Save desk')
  await screen.findByText('Where is Trading?')
  return opened
}

const question = () => screen.queryByRole('region', { name: 'Question' })

test('a save that asks a question saves with the answer, and closes', async () => {
  const { server, press, at } = await openAsking()
  expect(server.desk().version).toBe(1)
  await press('In Bergen')
  await screen.findByText('“Trading” was saved')
  await waitFor(() => expect(at().pathname).toBe('/desks'))
  expect(server.desk()).toMatchObject({ name: 'Trading', place: 'Bergen', version: 2 })
})

test('an unanswered question saves nothing and keeps the input', async () => {
  const { server, press, at } = await openAsking()
  await press('Not now')
  expect(question()).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Trading')
  expect(at().pathname).toBe('/desks/d1')
  expect(server.desk()).toMatchObject({ name: 'Sales', version: 1 })
  await press('Save desk')
  await screen.findByText('Where is Trading?')
})

test('a refused answer closes the question, and a newer version is shown', async () => {
  const { server, press } = await openAsking()
  server.change({ place: 'Oslo S' })
  await press('In Bergen')
  await screen.findByText('Someone else changed this desk', { exact: false })
  expect(question()).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Trading')
})

test('a removal that would be refused says why, and asks for nothing', async () => {
  const removal = defineRemoval<typeof desk, { refusal?: string }>({
    verb: 'Delete',
    isTyped: true,
    effect: async () => ({ refusal: 'This desk is still used.' }),
    refusalOf: ({ refusal }) => refusal,
    Effect: () => <p>All its people lose it.</p>,
    remove: async () => undefined,
  })({ noun: 'desk', nameOf: ({ name }) => name, slice: 'desks' })
  await open(() => <removal.Question thing={desk} onRemoved={() => undefined} onClose={() => undefined} />)
  await screen.findByText('This desk is still used.')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByText('All its people lose it.')).toBeNull()
  expect((await button('Delete desk')).disabled).toBe(true)
})

test('a removal whose effect can’t be read says so, is not made, and reads it again on request', async () => {
  const server = { isReached: false }
  const removal = defineRemoval<typeof desk, number>({
    verb: 'Delete',
    effect: async () => {
      if (!server.isReached) throw new Failure('network')
      return 3
    },
    Effect: ({ effect }) => <p>{effect} people lose it.</p>,
    remove: async () => undefined,
  })({ noun: 'desk', nameOf: ({ name }) => name, slice: 'desks' })
  const user = await open(() => (
    <removal.Question thing={desk} onRemoved={() => undefined} onClose={() => undefined} />
  ))
  await screen.findByRole('alert')
  expect((await button('Delete desk')).disabled).toBe(true)
  server.isReached = true
  await user.click(await button('Try again'))
  await screen.findByText('3 people lose it.')
  expect(screen.queryByRole('alert')).toBeNull()
  expect((await button('Delete desk')).disabled).toBe(false)
})
