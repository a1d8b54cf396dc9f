// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { Failure } from '@verbatim/client/failure.ts'
import { afterEach, expect, test } from 'vitest'
import { groupMembers } from '#screens/groups/queries.ts'
import { drawPages } from '#testing/draw-pages.tsx'
import { asking } from './MoveModal.tsx'
import { SidePart } from './SidePart.tsx'

afterEach(cleanup)

async function ask(id: string | undefined, isWithin: boolean) {
  const asked: unknown[] = []
  const api = async (_: unknown, call: object) => {
    asked.push(call)
    return { items: [], total: 0 }
  }
  const question = { within: isWithin, search: 'ana', limit: 25, skip: 0 }
  await groupMembers(id).find(api as never, question, new AbortController().signal)
  return asked
}

test('people are asked for within a thing, or beyond it; for a new thing all could be added', async () => {
  expect(await ask('g1', true)).toMatchObject([
    { query: { filter: 'groupId[in]:g1', search: 'displayNameEmail:ana' } },
  ])
  expect(await ask('g1', false)).toMatchObject([{ query: { filter: 'groupId[nin]:g1' } }])
  expect(await ask(undefined, false)).toEqual([
    { query: expect.not.objectContaining({ filter: expect.anything() }) },
  ])
})

test('a refusal that names people is a question, and another one is thrown', async () => {
  const left = { count: 1, names: ['Ana'] }
  const refuse = async (refusal: Failure): Promise<string> => {
    throw refusal
  }
  expect(await asking('group.last-group', Promise.resolve('done'))).toEqual({ saved: 'done' })
  const named = new Failure('group.last-group', { details: left })
  expect(await asking('group.last-group', refuse(named))).toEqual({ question: left })
  await expect(asking('group.last-group', refuse(new Failure('network')))).rejects.toThrow(Failure)
})

test('a part beside a form is a region with its title', async () => {
  drawPages({ '/': () => <SidePart title="Sign-in">Never</SidePart> })
  const region = await screen.findByRole('region', { name: 'Sign-in' })
  expect(region.textContent).toBe('Sign-inNever')
})
