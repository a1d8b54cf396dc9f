import { hourMs, minuteMs } from '@verbatim/contract/durations.ts'
import { expect } from 'vitest'
import { askRosters } from '#flows/ask-rosters/ask-rosters.ts'
import type { Log } from '#platform/log.ts'
import type { Person } from './fakes/twilio-rooms.ts'
import { client, setUpReconciling } from './reconciling.ts'

export const anna = { identity: 'anna.meyer' }
export const bob = { identity: 'bob' }

/** A line of a thread. */
export interface Line {
  readonly id: string
  readonly accountId: string
  readonly body: string
  readonly structured?: Record<string, unknown>
  readonly versions: readonly { readonly body: string }[]
  readonly deletion?: { readonly scope: string }
  readonly isDeleted: boolean
  readonly receipts: readonly object[]
}

export const said = ({ body, structured, isDeleted, versions }: Line) => [
  body,
  structured?.['writtenBy'],
  versions.map((one) => one.body),
  isDeleted,
]

/** Organizations whose chat users write in rooms, through their numbers. */
export function setUpRooms() {
  const reconciling = setUpReconciling()
  const { bed, configure, ago, connect, pass, compare } = reconciling

  const rooms = () => bed.twilio.conversations
  const now = () => ({ at: bed.world.ctx.now(), origin: bed.origin })
  const hooksSet = () => rooms().calls.filter((call) => call.startsWith('POST')).length

  /** The organization has a service, and one of its numbers is in a room with a client and a chat user. */
  async function open(...others: Person[]) {
    Object.assign(rooms(), { isBusy: false, isRefused: false, afterHookSet: undefined })
    rooms().calls.length = 0
    await configure({ authToken: bed.twilio.authToken }, { conversationServiceSid: rooms().serviceSid })
    const account = await connect()
    const room = rooms().open([{ address: client, proxy: account.number }, anna, ...others], {
      at: ago(2 * hourMs),
    })
    return { ...account, room }
  }

  /** The same, after the client wrote and the room was asked for: its events come from now on. */
  async function openAsked(...others: Person[]) {
    const opened = await open(...others)
    await rooms().say(opened.room, client, 'Is it approved?', now())
    await bed.world.settle()
    await ask(hourMs + minuteMs)
    expect(hooksSet()).toBe(1)
    return opened
  }

  /** Time passes, what came is read, and the questions that are due are asked. */
  async function ask(afterMs = 2 * minuteMs, log: Log = bed.world.ctx.log): Promise<number> {
    await pass(afterMs)
    await bed.world.settle()
    let asked = 0
    for (let taken = 1; taken > 0; asked += taken)
      taken = await askRosters({ ...bed.world.ctx, log }, bed.tenant.id)
    await bed.world.settle()
    return asked
  }

  /** What was sent is in the provider's list some minutes later. */
  async function list(): Promise<void> {
    await pass(5 * minuteMs)
    await compare()
  }

  async function threads() {
    const { json: found } = await bed.admin.call('GET', '/bff/api/v1/messages?limit=50')
    const ids = new Set<string>(found.items.map((one: { conversationId: string }) => one.conversationId))
    const asked = [...ids].map((id) => bed.admin.call('GET', `/bff/conversations/${id}`))
    return (await Promise.all(asked)).map(({ json }) => json)
  }
  async function thread() {
    const [only, ...others] = await threads()
    expect(others).toEqual([])
    return only
  }
  const lines = async () => (await thread()).messages as Line[]

  return { ...reconciling, rooms, now, hooksSet, open, openAsked, ask, list, threads, thread, lines }
}
