import { expect, test } from 'vitest'
import { isMissingModule } from '@verbatim/client/missing-module.ts'
import { isReloadDue, noteReload, takeOverReloads } from './self-reload.ts'

const href = 'https://acme.verbatim.example/organization/policies?page=2'

function makeStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

test('a page reloads once, and once more after a minute', () => {
  const storage = makeStorage()
  const isDue = (nowMs: number) => isReloadDue({ href, nowMs, isOnline: true, storage })
  expect(isDue(1_000)).toBe(true)
  noteReload({ href, nowMs: 1_000, storage })
  expect(isDue(1_500)).toBe(false)
  expect(isDue(60_999)).toBe(false)
  expect(isDue(61_000)).toBe(true)
})

test('a page at another address may still reload', () => {
  const storage = makeStorage()
  noteReload({ href, nowMs: 1_000, storage })
  expect(isReloadDue({ href: `${href}0`, nowMs: 1_500, isOnline: true, storage })).toBe(true)
})

test('without a network, the page does not reload', () => {
  expect(isReloadDue({ href, nowMs: 1_000, isOnline: false, storage: makeStorage() })).toBe(false)
})

test('the page recognizes a missing part by its message, and the router no longer does', () => {
  const heard: ((event: { payload: Error }) => void)[] = []
  Object.assign(globalThis, {
    addEventListener: (_: string, hear: (event: { payload: Error }) => void) => heard.push(hear),
  })
  takeOverReloads()
  const payload = new TypeError('Failed to fetch dynamically imported module: https://a.example/x.js')
  for (const hear of heard) hear({ payload })
  // The router's own check.
  expect(payload.message.startsWith('Failed to fetch dynamically imported module')).toBe(false)
  expect(isMissingModule(payload)).toBe(true)
})
