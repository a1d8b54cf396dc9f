import { expect, test } from 'vitest'
import { isLeftIdle, openIdleLock } from './idle-lock.ts'

function makeTabs() {
  const stored = new Map<string, string>()
  const shared = {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
  }
  let time = 0
  let locks = 0
  const open = () => openIdleLock({ idleMinutes: 30, lock: () => (locks += 1), shared, now: () => time })
  return {
    open,
    shared,
    now: () => time,
    pass: (minutes: number) => (time += minutes * 60_000),
    locks: () => locks,
  }
}

test('an unused tab locks at its time, and not before', () => {
  const tabs = makeTabs()
  const tab = tabs.open()
  tab.used()
  tabs.pass(29.9)
  tab.check()
  expect(tabs.locks()).toBe(0)
  tabs.pass(0.1)
  tab.check()
  expect(tabs.locks()).toBe(1)
})

test('activity in one tab keeps the others open', () => {
  const tabs = makeTabs()
  const [one, other] = [tabs.open(), tabs.open()]
  one.used()
  other.used()
  tabs.pass(20)
  other.used()
  tabs.pass(20)
  one.check()
  expect(tabs.locks()).toBe(0)
  tabs.pass(10)
  one.check()
  expect(tabs.locks()).toBe(1)
})

test('a page that is reopened after too long locks, by the time that was allowed then', () => {
  const tabs = makeTabs()
  expect(isLeftIdle(tabs)).toBe(false)
  tabs.open().used()
  tabs.pass(31)
  expect(isLeftIdle(tabs)).toBe(true)
  expect(isLeftIdle({ ...tabs, idleMinutes: 60 })).toBe(false)
})

test('a value stored in another form does not lock the page', () => {
  const tabs = makeTabs()
  for (const text of ['', 'null', '{}', '{"at":"x"}', '[']) {
    tabs.shared.setItem('verbatim.last-used', text)
    expect(isLeftIdle({ ...tabs, idleMinutes: 5 })).toBe(false)
  }
})
