import { MutationObserver, QueryClient } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import { PermissionProfileId } from '@verbatim/contract/ids.ts'
import { expect, test } from 'vitest'
import { type ProfilePart, profileSaves } from './profile-saves.ts'

const id = PermissionProfileId.parse('00000000-0000-7000-8000-000000000001')
const named = (name: string): ProfilePart => ({ part: 'info', info: { name, description: '' } })
const giving: ProfilePart = {
  part: 'permissions',
  given: { channels: ['sms'], groups: 'all', permissions: [] },
}

/** A server that answers when it is told to, in the order in which it was asked. */
function openServer() {
  const waiting: { path: string; expectedVersion: number; answer: (outcome: object) => void }[] = []
  const asked = ({ path }: { path: string }, { body }: { body: { expectedVersion: number } }) =>
    new Promise((resolve, reject) =>
      waiting.push({
        path: path.split('/').at(-1) ?? '',
        expectedVersion: body.expectedVersion,
        answer: (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome)),
      }),
    )
  return { waiting, api: asked as never as Api }
}

const moment = () => new Promise((resolve) => setTimeout(resolve, 0))

/** Saves as the screen does: each by an observer of its own, of one client. */
function openScreen(api: Api, version = 1) {
  const client = new QueryClient()
  const own = { current: version }
  return (part: ProfilePart) =>
    new MutationObserver(client, profileSaves(api, { id, version }, own)).mutate(part).catch(() => 'refused')
}

test('one save is on its way, later ones wait in order, each on the version of the one before', async () => {
  const { waiting, api } = openServer()
  const save = openScreen(api)
  const saves = [save(named('One')), save(giving), save(named('Two'))]
  for (const [turn, path] of ['info', 'permissions', 'info'].entries()) {
    await moment()
    expect(waiting).toHaveLength(1)
    const { answer, ...asked } = waiting.pop()!
    expect(asked).toEqual({ path, expectedVersion: turn + 1 })
    answer({ id, version: turn + 2 })
  }
  expect(await Promise.all(saves)).toMatchObject([{ version: 2 }, { version: 3 }, { version: 4 }])
})

test('one that is refused does not hold up the next, which is decided on what stands', async () => {
  const { waiting, api } = openServer()
  const save = openScreen(api, 7)
  const saves = [save(named('One')), save(giving)]
  await moment()
  waiting.pop()!.answer(new Error('permission-profile.changed'))
  await moment()
  expect(waiting).toMatchObject([{ path: 'permissions', expectedVersion: 7 }])
  waiting.pop()!.answer({ id, version: 8 })
  expect(await Promise.all(saves)).toMatchObject(['refused', { version: 8 }])
})

test('another profile does not wait', async () => {
  const { waiting, api } = openServer()
  const client = new QueryClient()
  const other = PermissionProfileId.parse('00000000-0000-7000-8000-000000000002')
  for (const each of [id, other])
    void new MutationObserver(client, profileSaves(api, { id: each, version: 1 }, { current: 1 })).mutate(
      giving,
    )
  await moment()
  expect(waiting).toHaveLength(2)
})
