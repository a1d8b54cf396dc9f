import { expect, type Page, type Request } from '@playwright/test'
import { isWhole } from '@verbatim/reference/share.ts'
import { varyDelay } from '#network.ts'
import type { Decision, Meant, Sent } from '#pressed-keys.ts'
import { followRequests } from '#screens/settled.ts'

/** What the keys of decisions send. */
const changes: Readonly<Record<string, string>> = {
  1: 'compliant',
  2: 'questionable',
  3: 'non_compliant',
  4: 'false_positive',
  5: 'duplicate',
  e: 'escalated',
}

const latencies = isWhole ? [0, 0, 40, 300, 900, 2_000] : [0, 40, 300, 600]
/** Milliseconds between two keys: most come before the answer to the one before. */
const pauses = [0, 0, 0, 10, 40, 150, 400]

/** The keys before it are worked off first, many of them one answer after the other. */
const afterKeys = { timeout: 60_000 }

/** The rows that J and K move within. */
interface Rows {
  readonly from: number
  readonly to: number
}

/**
 * A reader who presses keys at random, the same for a seed, over a network whose delay changes at random, and who knows which
 * event each key is meant for: the one that they are at after the keys before it.
 */
export async function openReader(page: Page, ids: readonly string[], seed: number) {
  const choose = chooser(seed)
  const delay = await varyDelay(page)
  const quiet = followRequests(page)
  const requests = follow(page)
  const meant: Meant[] = []
  const keys: string[] = []
  let rows: Rows = { from: 0, to: 0 }
  let at = 0
  const eventId = () => ids[at] ?? ''

  const press = async (key: string) => {
    keys.push(key)
    const change = changes[key]
    if (key === 'j') at = Math.min(at + 1, rows.to)
    else if (key === 'k') at = Math.max(at - 1, rows.from)
    else if (key === 'u') meant.push('undo')
    else if (change) meant.push({ events: [eventId()], change })
    await page.keyboard.press(key)
  }
  /** What is typed into something over the page decides nothing. */
  const type = async (text: string) => {
    keys.push(`“${text}”`)
    await page.keyboard.type(text)
  }
  const acts: Readonly<Record<string, () => Promise<void>>> = {
    async help() {
      await press('?')
      await expect(page.getByRole('dialog')).toBeVisible(afterKeys)
      await type('j4u')
      await press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0, afterKeys)
    },
    async search() {
      await press('/')
      await expect(page.getByRole('searchbox')).toBeFocused(afterKeys)
      await press('Escape')
    },
    async comment() {
      await press('c')
      await expect(page.locator('#comment')).toBeFocused(afterKeys)
      await type('j4u')
      await press('Escape')
      await expect(page.locator('#comment')).not.toBeFocused(afterKeys)
    },
    /** To the similar events, and back. */
    async away() {
      await press('s')
      await expect(page).toHaveURL(/\/events\?/, afterKeys)
      await quiet()
      keys.push('Back')
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`/events/${eventId()}`), afterKeys)
    },
    /** From the pane to the page of the event and back, by the key that is for the row that J or K leads to. */
    async open() {
      for (const key of ['k', 'j', 'Enter']) await press(key)
      await expect(page).toHaveURL(new RegExp(`/events/${eventId()}`), afterKeys)
      await quiet()
      keys.push('Back')
      await page.goBack()
      await expect(page).toHaveURL(new RegExp(`pane=${eventId()}`), afterKeys)
    },
    /** Looks into the row that is read already. */
    async peek() {
      for (const key of ['k', 'j', ' ']) await press(key)
    },
    /** Selects this row and the next one, and decides on both. */
    async many() {
      if (at === rows.to) return
      const first = eventId()
      for (const key of ['x', 'j', 'x']) await press(key)
      const change = changes[choose(['1', '4'])] ?? ''
      meant.push({ events: [first, eventId()], change })
      const key = change === 'compliant' ? '1' : '4'
      keys.push(`${key} on both`)
      await page.keyboard.press(key)
    },
  }
  return {
    meant,
    keys,
    eventId,
    press,
    /** The reader has reached this row, and J and K move within these. */
    reach: (row: number, within: Rows) => {
      at = row
      rows = within
    },
    walk: async (count: number, possible: readonly string[]) => {
      for (let i = 0; i < count; i += 1) {
        if (choose([true, false, false])) await delay(choose(latencies))
        const one = choose(possible)
        await (acts[one]?.() ?? press(one))
        await page.waitForTimeout(choose(pauses))
      }
    },
    /** Waits until the event that the reader is at is drawn, and no key is held and no answer awaited. */
    settle: async () => {
      await delay(0)
      await expect(page).toHaveURL(new RegExp(eventId()), afterKeys)
      await quiet()
    },
    /** What the server was asked for. */
    asked: () => requests.asked(),
  }
}

/** Chooses at random, the same for a seed: Lehmer's generator, whose high bits are the good ones. */
function chooser(seed: number) {
  let state = (seed * 7_919 + 17) % 2_147_483_647
  return <Thing>(things: readonly [Thing, ...Thing[]] | readonly Thing[]): Thing => {
    state = (state * 48_271) % 2_147_483_647
    const [first] = things
    return things[Math.floor((state / 2_147_483_647) * things.length)] ?? (first as Thing)
  }
}

/** Follows decisions and undos to the server, in the order in which they leave. */
function follow(page: Page) {
  const decisions: { readonly decision: Decision; readonly request: Request }[] = []
  const undos: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const [, event] = /\/cognitive-events\/([^/]+)\/status$/.exec(pathname) ?? []
    if (request.method() === 'GET') return
    const body = request.postDataJSON()
    if (event && request.method() === 'PUT')
      decisions.push({ request, decision: { events: [event], change: body.disposition ?? body.status } })
    else if (pathname.endsWith('/cognitive-events/status/undo')) undos.push(body.changeId)
    else if (pathname.endsWith('/cognitive-events/status'))
      decisions.push({ request, decision: { events: body.ids, change: body.change.disposition } })
  })
  return {
    asked: async (): Promise<{ readonly sent: readonly Sent[]; readonly undone: readonly string[] }> => ({
      sent: await Promise.all(
        decisions.map(async ({ decision, request }) => ({ ...decision, ...(await changeIn(request)) })),
      ),
      undone: undos,
    }),
  }
}

/** The change that was made, if one was. */
async function changeIn(request: Request): Promise<Pick<Sent, 'changeId' | 'changed'>> {
  const response = await request.response()
  if (!response?.ok()) return { changeId: undefined, changed: 0 }
  const { changed = 1, changeId, history = [] } = await response.json()
  const last = history.findLast(({ kind }: { kind: string }) => kind === 'status')
  return { changeId: changed > 0 ? (changeId ?? last?.changeId) : undefined, changed }
}
