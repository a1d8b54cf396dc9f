// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { answersOfUser, forgetAnswers, forgetUser, placesOfUser } from './forget-user.ts'

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** A browser in which someone used both apps. */
function used(): string[] {
  const deleted: string[] = []
  vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) > 0 })
  localStorage.setItem('verbatim.colors', 'dark')
  localStorage.setItem(`${placesOfUser}ann`, '[]')
  sessionStorage.setItem('verbatim.draft.ann.comment', 'Looks like a breach')
  return deleted
}

test('a user who signed out leaves no answers, places or drafts of either app, and the colors stay', async () => {
  const deleted = used()
  await forgetUser()
  expect(deleted).toEqual([answersOfUser])
  expect([sessionStorage.length, Object.keys(localStorage)]).toEqual([0, ['verbatim.colors']])
})

test('after any other end only answers are removed, because the same user goes on', async () => {
  const deleted = used()
  await forgetAnswers()
  expect(deleted).toEqual([answersOfUser])
  expect([sessionStorage.length, localStorage.length]).toEqual([1, 2])
})

test('a browser without caches forgets the rest', async () => {
  used()
  vi.stubGlobal('caches', undefined)
  await forgetUser()
  expect([sessionStorage.length, localStorage.length]).toEqual([0, 1])
})
