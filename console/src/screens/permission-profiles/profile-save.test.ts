import type { Api } from '@verbatim/client/api.ts'
import { Failure } from '@verbatim/client/failure.ts'
import { PermissionProfileId } from '@verbatim/contract/ids.ts'
import type { PermissionProfileDetail } from '@verbatim/contract/permission-profiles.ts'
import { expect, test } from 'vitest'
import type { Saving } from '#editor/define-editor.ts'
import { withAdded, withRemoved } from '#editor/people-change.ts'
import { blankProfile, infoOf, type ProfileTypes, type ProfileValues, toValues } from './profile-form.ts'
import { saveProfile } from './profile-save.ts'

const id = PermissionProfileId.parse('00000000-0000-7000-8000-000000000001')
const fallback = PermissionProfileId.parse('00000000-0000-7000-8000-000000000002')
const begun: PermissionProfileDetail = {
  id,
  name: 'Desk',
  description: '',
  channels: [],
  allGroups: true,
  groups: [],
  groupCount: 0,
  permissions: [],
  memberCount: 1,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const person = (name: string) => ({ id: `id of ${name}`, name, detail: '' })
const none = { users: 0, names: [], messages: 0, permissions: [] }
const harmless = { lost: none, gained: none }
const telling = { lost: none, gained: { ...none, users: 1, names: ['Ana'] } }

interface Sent {
  readonly path: string
  readonly body: { readonly expectedVersion?: number }
}

/** A screen for one profile, and a server that refuses changes not based on the newest version. */
function open(base: PermissionProfileDetail | undefined, values: ProfileValues) {
  const sent: Sent[] = []
  const refusals = new Map<string, Failure>()
  const state = { base, values, effect: harmless as typeof telling, refusals, sent }
  let profile = begun
  async function answer(path: string, { expectedVersion, ...body }: Sent['body']) {
    if (path === 'effect') return state.effect
    const refusal = refusals.get(path)
    if (refusal) throw refusal
    if (base && expectedVersion !== profile.version) throw new Failure('permission-profile.changed')
    profile = { ...profile, ...(path === 'info' && body), version: profile.version + 1 }
    return profile
  }
  const api = async (endpoint: { path: string }, { body }: { body: Sent['body'] }) => {
    const path = endpoint.path.split('/').at(-1) ?? ''
    sent.push({ path, body })
    return answer(path, body)
  }
  const save = (given?: ProfileTypes['answer']) => {
    const saving = {
      api: api as never as Api,
      base: state.base,
      values: state.values,
      answer: given,
      step: (thing, written) =>
        Object.assign(state, { base: thing, values: { ...state.values, ...written } }),
      toast: () => undefined,
      refresh: () => undefined,
    } satisfies Saving<ProfileTypes>
    return saveProfile(saving, infoOf(state.values))
  }
  return { ...state, state, save, steps: () => sent.map(({ path, body }) => [path, body.expectedVersion]) }
}

const renamed = { ...toValues(begun), name: 'Sales' }
const widened: ProfileValues = { ...renamed, channels: ['sms'] }
const all: ProfileValues = {
  ...widened,
  members: withRemoved(withAdded(widened.members, person('Ana')), person('Tom')),
}

test('changed parts are saved in order, each on the version that the previous one returned', async () => {
  const { save, steps } = open(begun, all)
  expect(await save()).toMatchObject({ saved: { version: 4 } })
  expect(steps()).toEqual([
    ['effect', undefined],
    ['info', 1],
    ['members', 2],
    ['permissions', 3],
  ])
})

test('unchanged parts are not sent, and a new name alone has no effect to confirm', async () => {
  const { save, steps } = open(begun, renamed)
  await save()
  expect(steps()).toEqual([['info', 1]])
})

test('the effect of the whole change is confirmed before any part of it is saved', async () => {
  const { save, sent, state } = open(begun, all)
  state.effect = telling
  expect(await save()).toEqual({ question: { effect: telling, moveTo: undefined } })
  expect(sent).toEqual([
    {
      path: 'effect',
      body: {
        permissions: { channels: ['sms'], groups: 'all', permissions: [] },
        added: ['id of Ana'],
        removed: ['id of Tom'],
        moveTo: undefined,
      },
    },
  ])
  expect(await save({ isAgreed: true })).toMatchObject({ saved: { version: 4 } })
})

test('users who would have no profile need a decision, and the grants of their new profile are part of the effect', async () => {
  const { save, steps, refusals, state, sent } = open(begun, all)
  const offenders = { count: 1, names: ['Tom'] }
  refusals.set('members', new Failure('permission-profile.last-profile', { details: offenders }))
  expect(await save()).toEqual({ question: { offenders } })
  refusals.clear()
  state.effect = telling
  expect(await save({ isAgreed: false, moveTo: fallback })).toEqual({
    question: { effect: telling, moveTo: fallback },
  })
  sent.length = 0
  expect(await save({ isAgreed: true, moveTo: fallback })).toMatchObject({ saved: { version: 4 } })
  // The name was saved before the question.
  expect(steps()).toEqual([
    ['members', 2],
    ['permissions', 3],
  ])
  expect(sent[0]?.body).toMatchObject({ moveTo: fallback })
})

test('a refused part stops the rest, and saving again sends only unsaved parts', async () => {
  const { save, steps, refusals, sent } = open(begun, all)
  refusals.set('permissions', new Failure('permission-profile.beyond-own'))
  await expect(save()).rejects.toThrow(Failure)
  sent.length = 0
  refusals.clear()
  await save({ isAgreed: true })
  expect(steps()).toEqual([['permissions', 3]])
})

test('a conflict with someone else’s change is reported as such', async () => {
  const { save } = open({ ...begun, version: 0 }, renamed)
  await expect(save()).rejects.toMatchObject({ code: 'permission-profile.changed' })
})

test('a new profile is created at once, or after a question if its members gain something', async () => {
  const values = { ...all, members: withAdded(blankProfile.members, person('Ana')) }
  const { save, sent, state } = open(undefined, values)
  state.effect = telling
  expect(await save()).toMatchObject({ question: { effect: telling } })
  await save({ isAgreed: true })
  expect(sent.map(({ path }) => path)).toEqual(['effect', 'permission-profiles'])
  expect(sent[1]?.body).toMatchObject({ name: 'Sales', channels: ['sms'], memberIds: ['id of Ana'] })
})
