import { type Act, holdKeys, mostHeld } from '@verbatim/ui/held-keys.ts'
import { array, assert, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { type DrawnRow, paneAct } from './pane-law.ts'

interface Decision {
  readonly at: number
  readonly key: string
}

const events = 200

/** These pages are drawn when the test says so. */
const noted = () => undefined

/** A queue of events whose pages are drawn and loaded late. The address changes at once. */
function openQueue() {
  const decided: Decision[] = []
  const place = { address: 0, drawn: 0, loaded: new Set([0]) }
  const move = (to: number): Act =>
    to < 0 || to >= events
      ? undefined
      : () => {
          place.address = to
        }
  const actOf = (key: string): Act => {
    const { address, drawn, loaded } = place
    if (address !== drawn) return 'wait'
    if (key === 'j') return move(drawn + 1)
    if (key === 'k') return move(drawn - 1)
    return loaded.has(drawn) ? () => decided.push({ at: drawn, key }) : 'wait'
  }
  const keys = holdKeys({ actOf, onActed: noted })
  const draw = () => {
    place.drawn = place.address
    keys.shown()
  }
  const load = () => {
    place.loaded.add(place.drawn)
    keys.go()
  }
  return {
    decided,
    place,
    keys,
    happen: { draw, load },
    /** Until nothing is late any more. */
    settle: () => {
      for (let i = 0; i <= 2 * mostHeld; i += 1) {
        draw()
        load()
      }
    },
  }
}

/**
 * The same in the reading pane: the row changes at once, and its event is drawn late, or as what was drawn last until then.
 * The list beside it stays whole.
 */
function openPane() {
  const decided: Decision[] = []
  const rows = Array.from({ length: events }, (_, at) => String(at))
  let address = '0'
  let drawn: DrawnRow<number> | undefined = { id: '0', content: 0 }
  const place = {
    get address() {
      return Number(address)
    },
    set address(at: number) {
      address = String(at)
    },
  }
  const decide = (pressed: string) => (at: number) => {
    decided.push({ at, key: pressed })
  }
  const acts = {
    show: (id: string) => {
      address = id
    },
    onRow: {},
    onContent: { 1: decide('1'), 4: decide('4'), e: decide('e') },
  }
  const keys = holdKeys({
    actOf: (pressed) => paneAct(pressed, { address, drawn, rows }, acts),
    onActed: noted,
  })
  const draw = () => {
    if (drawn?.id !== address) drawn = undefined
    keys.shown()
  }
  const load = () => {
    drawn = { id: address, content: Number(address) }
    keys.go()
  }
  const settle = () => {
    for (let i = 0; i <= 2 * mostHeld; i += 1) {
      draw()
      load()
    }
  }
  return { decided, place, keys, happen: { draw, load }, settle }
}

/** The decisions of someone who waits for every page. */
function meant(pressed: readonly string[]): readonly Decision[] {
  let at = 0
  return pressed.flatMap((key) => {
    if (key === 'j') at = Math.min(at + 1, events - 1)
    else if (key === 'k') at = Math.max(at - 1, 0)
    else return { at, key }
    return []
  })
}

const key = constantFrom('j', 'j', 'j', 'k', '1', '4', 'e')
const step = constantFrom('draw' as const, 'load' as const)

test.each([
  ['on their own pages', openQueue],
  ['in the reading pane', openPane],
])('however late events are %s, every key acts on the event that it was meant for', (_, open) => {
  assert(
    property(
      array(constantFrom('press', 'press', 'late'), { maxLength: 200 }),
      array(key),
      array(step),
      (turns, keys, steps) => {
        const { decided, keys: held, happen, settle } = open()
        const pressed: string[] = []
        turns.forEach((turn, i) => {
          const next = keys[i % keys.length]
          const late = steps[i % steps.length]
          if (turn === 'press' && next) {
            // The reader rests at times: a burst of more keys is not held.
            if (pressed.length % (mostHeld / 2) === 0) settle()
            pressed.push(next)
            held.press(next)
          } else if (late) happen[late]()
        })
        settle()
        expect(decided).toEqual(meant(pressed))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('a key waits until the page shows what the one before it did', () => {
  const acted: string[] = []
  const actOf = (key: string): Act => (key === '?' ? undefined : () => acted.push(key))
  const keys = holdKeys({ actOf, onActed: noted })
  for (const key of ['x', '?', 'j', 'x']) keys.press(key)
  keys.go()
  expect(acted).toEqual(['x'])
  keys.shown()
  keys.go()
  expect(acted).toEqual(['x', 'j'])
  keys.shown()
  expect(acted).toEqual(['x', 'j', 'x'])
})

test('of a burst of too many keys only the first ones act, and none on another event', () => {
  const { decided, keys, settle } = openQueue()
  const pressed = Array.from({ length: 3 * mostHeld }, (_, i) => (i % 2 === 0 ? 'j' : '1'))
  for (const [i, one] of pressed.entries()) {
    keys.press(one)
    if (i === 2 * mostHeld) keys.go()
  }
  settle()
  expect(decided.length).toBeGreaterThan(0)
  expect(decided).toEqual(meant(pressed).slice(0, decided.length))
  keys.press('j')
  keys.press('1')
  settle()
  expect(decided.at(-1)).toEqual({ at: mostHeld / 2 + 2, key: '1' })
})

test('keys for a missing event are dropped, not kept for another event', () => {
  const decided: string[] = []
  const onContent = { 1: (id: string) => decided.push(id) }
  const acts = { show: () => undefined, onRow: {}, onContent }
  const drawn = { id: 'gone', content: undefined }
  expect(paneAct('1', { address: 'gone', drawn, rows: ['gone', 'next'] }, acts)).toBeUndefined()
  expect(paneAct('1', { address: 'next', drawn, rows: ['gone', 'next'] }, acts)).toBe('wait')
})

/** Two rows in the pane, and a decision on many that is being saved. */
function openBusyPane() {
  const acted: string[] = []
  const saving = { isBusy: true, turn: 0 }
  let address = 'a'
  const acts = {
    show: (id: string) => {
      address = id
    },
    onRow: { x: (id: string) => acted.push(`x on ${id}`) },
    onContent: { 1: (id: string) => acted.push(`1 on ${id}`) },
    hold: { isBusy: () => saving.isBusy, turn: () => saving.turn },
  }
  const forgotten: string[] = []
  const keys = holdKeys({
    actOf: (key) =>
      paneAct(key, { address, drawn: { id: address, content: address }, rows: ['a', 'b'] }, acts),
    onActed: noted,
    turn: acts.hold.turn,
    onVoid: (key) => forgotten.push(key),
  })
  return { acted, saving, keys, forgotten, at: () => address }
}

test('keys for a row wait while a decision is being saved that they would be part of, and J with them', () => {
  const { acted, saving, keys, at } = openBusyPane()
  for (const key of ['x', 'j', 'x', '1']) keys.press(key)
  keys.shown()
  expect([acted, at(), keys.isHolding()]).toEqual([[], 'a', true])
  saving.isBusy = false
  for (let i = 0; i < 4; i += 1) keys.shown()
  expect(acted).toEqual(['x on a', 'x on b', '1 on b'])
})

test('if that decision is refused, the keys that followed it do nothing', () => {
  const { acted, saving, keys, forgotten, at } = openBusyPane()
  for (const key of ['1', 'j', '1']) keys.press(key)
  Object.assign(saving, { isBusy: false, turn: 1 })
  for (let i = 0; i < 4; i += 1) keys.shown()
  expect([acted, forgotten, at()]).toEqual([[], ['1', 'j', '1'], 'a'])
  keys.press('1')
  expect(acted).toEqual(['1 on a'])
})

test('J waits for the rows of a new question, and walks none of the old ones', () => {
  const shown: string[] = []
  const acts = { show: (id: string) => shown.push(id), onRow: {}, onContent: {} }
  let rows: readonly string[] | undefined
  const actOf = (key: string) => paneAct(key, { address: undefined, drawn: undefined, rows }, acts)
  const keys = holdKeys({ actOf, onActed: noted })
  keys.press('j')
  expect(shown).toEqual([])
  rows = ['new']
  keys.go()
  expect(shown).toEqual(['new'])
})

test.each([
  ['on its own page', openQueue],
  ['in the reading pane', openPane],
])('held keys are forgotten when something else changes the address: %s', (_, open) => {
  const { decided, place, keys, settle } = open()
  keys.press('j')
  keys.press('1')
  place.address = 100
  keys.drop()
  settle()
  expect(decided).toEqual([])
})
