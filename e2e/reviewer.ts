/** A reviewer who presses keys at random, and what they mean: as if the reader waited for each answer. */
import type { Page } from '@playwright/test'
import type { Disposition } from '@verbatim/contract/event-status.ts'
import { rows } from '#events.ts'
import { expect } from '#world.ts'

const dispositions: Readonly<Record<string, Disposition>> = {
  1: 'compliant',
  2: 'questionable',
  4: 'false_positive',
}

/** Whole numbers below `below`: the same for a seed in every run. */
export function randomOf(seed: number): (below: number) => number {
  let at = (seed * 7_919 + 48_271) % 2_147_483_647
  return (below) => {
    at = (at * 48_271) % 2_147_483_647
    return at % below
  }
}

interface Reviewing {
  readonly page: Page
  readonly random: (below: number) => number
  readonly delay: (latency: number) => Promise<void>
  /** How many events there are. */
  readonly count: number
  /** Waits until the server holds these decisions and no other, by the event's place in the list. */
  readonly agrees: (meant: ReadonlyMap<number, Disposition>, keys: string) => Promise<void>
}

/** Five per page, so that moving crosses the ends of pages. */
const perPage = 5
export const listOf = (page: number) => `/events?size=${perPage}&sort=triggeredTime&page=${page}`

/** Presses about `presses` keys. The reader begins in the list. */
export async function reviewAtRandom(reviewing: Reviewing, presses: number): Promise<void> {
  const { page, random, delay, count, agrees } = reviewing
  const meant = new Map<number, Disposition>()
  const undoable: number[] = []
  let place = 0
  const pressed: string[] = []
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key, { delay: random(30) })
      pressed.push(key)
      // Sometimes the reader is faster than the network, sometimes not.
      if (random(4) === 0) await page.waitForTimeout(random(500))
    }
  }
  const decide = async () => {
    const key = '124'.charAt(random(3))
    if (meant.has(place)) return
    // Pressed twice, it is one decision.
    await press(...(random(4) === 0 ? [key, key] : [key]))
    meant.set(place, dispositions[key]!)
    undoable.push(place)
  }
  const undo = async () => {
    const times = Math.min(1 + random(2), undoable.length)
    await press(...['u', 'u'].slice(0, times))
    for (const undone of undoable.splice(undoable.length - times)) meant.delete(undone)
    await agrees(meant, pressed.join(' '))
    // What the page holds of events out of sight says only later that they may be decided again: it begins anew.
    undoable.length = 0
    await page.reload()
    await expect(page.getByText(`${place + 1} of ${count}`, { exact: true })).toBeVisible(patient)
  }
  const move = async () => {
    const key = random(4) === 0 ? 'k' : 'j'
    await press(key)
    place = Math.min(Math.max(place + (key === 'j' ? 1 : -1), 0), count - 1)
  }
  /** Keys in the map of shortcuts and in a comment are not for the event. */
  const read = async () => {
    await press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible(patient)
    await press('1', 'j', '4', 'u', 'Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const comment = async () => {
    await press('c')
    const field = page.getByRole('textbox', { name: 'Comment' })
    await expect(field).toBeFocused(patient)
    await press('1', 'j', '4', 'u')
    await field.fill('')
    await field.blur()
  }
  /** Goes to the list, decides there on some rows, and opens the last of them. */
  const list = async () => {
    await goToList(page, 1 + Math.floor(place / perPage))
    const first = place - (place % perPage)
    const shown = Math.min(perPage, count - first)
    await expect(rows(page)).toHaveCount(shown, patient)
    await press('j')
    place = first
    for (let step = random(shown); step > 0; step -= 1) {
      if (random(2) === 0) await decide()
      if (random(3) === 0) await filter()
      await press('j')
      place += 1
    }
    await press('Enter')
    await expect(page.getByText(`${place + 1} of ${count}`, { exact: true })).toBeVisible(patient)
  }
  /** Keys in the panel of filters are not for the row behind it. */
  const filter = async () => {
    await press('f')
    await expect(page.getByRole('dialog', { name: 'Filter' })).toBeVisible(patient)
    await press('1', 'j', '4', 'Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  const acts = [move, move, move, move, move, decide, decide, decide, undo, read, comment, list]
  await list()
  while (pressed.length < presses) {
    if (random(3) === 0) await delay(random(5) * random(200))
    await acts[random(acts.length)]!()
  }
  await agrees(meant, pressed.join(' '))
}

const patient = { timeout: 30_000 }

/** As a link does: what is being saved is not lost. */
async function goToList(page: Page, number: number): Promise<void> {
  await page.evaluate((to) => history.pushState({}, '', to), listOf(number))
}
