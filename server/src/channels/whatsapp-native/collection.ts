import type { Collection, KeyStore, Session, SessionEnd } from '#channels/collection.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import type { ConnectionOutcome } from '#channels/provider-calls.ts'
import { digitsOf, isOwnNumber, readJid } from './jid.ts'
import type { DeviceState, LinkedDevice, OpenDevice } from './linked-device.ts'
import { Outbox } from './outbox.ts'
import { phoneSeenIn } from './phone.ts'
import { openStates, type States } from './states.ts'

/** How long a picture can be scanned: the first of a connection, and each further one. */
const firstQrMs = 60_000
const nextQrMs = 20_000
/** A connection whose keys do not fit is tried again so often. */
const mostBadSessions = 2
/** A connection that is replaced twice within this time is one of a copy. */
const replacedWithinMs = 10 * 60_000

/** Collects what a linked device receives. */
export function linkedCollection(open: OpenDevice): Collection {
  return {
    needsOwner: true,
    forgets: true,
    phone: { endsAfterDays: 14, warnOnDays: [10, 12, 13] },
    collect: (account, session) => collect(open, account, session),
    unlink: (account, session) => unlink(open, account, session),
  }
}

async function collect(open: OpenDevice, account: ChannelAccount, session: Session): Promise<SessionEnd> {
  const states = openStates(session.signal)
  const outbox = new Outbox(session, (error) => {
    session.lost()
    states.put({ state: 'failed', error })
  })
  const device = await open({
    now: session.now,
    keys: session.keys,
    limits: session.limits,
    onState: states.put,
    onLost: () => session.lost(),
    onEvent: (name, data) => {
      const kept = outbox.put(name, data)
      const seenAt = phoneSeenIn(name, data)
      if (seenAt) session.sawPhone(seenAt)
      return kept
    },
  })
  try {
    const link = new Link(device, outbox, account, session)
    for (;;) {
      const end = await link.follow(await states.next())
      if (end) return end
    }
  } finally {
    await device.close()
    await outbox.drained()
  }
}

/** One connection, from the first picture to its end. */
class Link {
  readonly #device: LinkedDevice
  readonly #outbox: Outbox
  readonly #account: ChannelAccount
  readonly #session: Session
  #isAsking = false
  #pictures = 0
  #hasCode = false

  constructor(device: LinkedDevice, outbox: Outbox, account: ChannelAccount, session: Session) {
    this.#device = device
    this.#outbox = outbox
    this.#account = account
    this.#session = session
    // A device that is linked to the account has received messages before its connection counts as open.
    if (this.#isOwn()) outbox.admit(device)
  }

  async follow(state: Awaited<ReturnType<States['next']>>): Promise<SessionEnd | undefined> {
    if (state.state === 'qr') return this.#ask(state.value)
    if (state.state === 'open') return this.#opened()
    if (state.state === 'closed') return this.#closed(state.status)
    if (state.state === 'failed') throw state.error
    return { outcome: 'again' }
  }

  #isOwn(): boolean {
    const me = this.#device.me()
    return me !== undefined && isOwnNumber(this.#account, readJid(me.id))
  }

  async #ask(picture: string): Promise<SessionEnd | undefined> {
    this.#isAsking = true
    this.#pictures += 1
    if (this.#hasCode) return undefined
    if (this.#session.wanted === 'code') return this.#giveCode()
    const lasts = this.#pictures === 1 ? firstQrMs : nextQrMs
    await this.#session.ask({
      kind: 'qr',
      value: picture,
      expiresAt: new Date(this.#session.now().getTime() + lasts).toISOString(),
    })
    return undefined
  }

  /** It is valid for as long as the connection: pictures that follow change nothing. */
  async #giveCode(): Promise<SessionEnd | undefined> {
    const code = await this.#device.requestCode(digitsOf(this.#account)).catch(() => undefined)
    if (code === undefined) return { outcome: 'retry', reason: 'no-code' }
    this.#hasCode = true
    await this.#session.ask({ kind: 'code', value: code })
    return undefined
  }

  async #opened(): Promise<SessionEnd | undefined> {
    await this.#answered()
    if (!this.#isOwn()) {
      // Until then it stays among the owner's devices, and nothing of it is kept.
      if (!(await isSignedOut(this.#device))) return { outcome: 'retry', reason: 'not-signed-out' }
      await this.#forget()
      return { outcome: 'refused', reason: 'address-differs' }
    }
    this.#outbox.admit(this.#device)
    this.#device.readHistory()
    await countBadSessions(this.#session.keys, 0)
    await this.#session.connected()
    // Titles and members; without them, groups have only their addresses.
    void this.#device.groups().then(
      (groups) => this.#outbox.learnGroups(groups),
      () => undefined,
    )
    return undefined
  }

  async #closed(status: number | undefined): Promise<SessionEnd> {
    const wasAsking = this.#isAsking
    await this.#answered()
    // After a device was linked, the server wants a new connection.
    if (status === 515) return { outcome: 'again' }
    if (status === 401) {
      await this.#forget()
      return { outcome: 'refused', reason: 'signed-out' }
    }
    if (status === 403) return { outcome: 'refused', reason: 'account-closed' }
    if (status === 440) return this.#replaced()
    // The server takes the library for too old.
    if (status === 405) return { outcome: 'retry', reason: 'closed-405', problem: 'outdated' }
    if (status === 411 || status === 500) return this.#doesNotFit()
    // The owner did not act: that is no failure of the connection.
    if (wasAsking) return { outcome: 'again' }
    return { outcome: 'retry', reason: `closed-${status ?? 'unknown'}` }
  }

  async #doesNotFit(): Promise<SessionEnd> {
    const { keys } = this.#session
    const times = (await badSessions(keys)) + 1
    if (times <= mostBadSessions) {
      await countBadSessions(keys, times)
      return { outcome: 'retry', reason: 'keys-do-not-fit' }
    }
    await this.#forget()
    return { outcome: 'refused', reason: 'signed-out' }
  }

  /** The device must be linked again. What still arrives is not remembered. */
  async #forget(): Promise<void> {
    await this.#device.close()
    await this.#session.keys.clear()
  }

  /**
   * Another process has the same keys. Once, that may be one of ours whose lease had ended. Again and again, it is a copy of this
   * installation: each would end the other's connection.
   */
  async #replaced(): Promise<SessionEnd> {
    const { keys, now, signal } = this.#session
    if (signal.aborted) return { outcome: 'again' }
    const found = await keys.get(replaced.type, [replaced.id])
    const last = Number(Buffer.from(found.get(replaced.id) ?? '').toString() || -Infinity)
    const at = now().getTime()
    if (at - last < replacedWithinMs) {
      await keys.set([{ ...replaced, value: null }])
      return { outcome: 'refused', reason: 'delivered-elsewhere' }
    }
    await keys.set([{ ...replaced, value: Buffer.from(String(at)) }])
    return { outcome: 'retry', reason: 'closed-440' }
  }

  async #answered(): Promise<void> {
    if (!this.#isAsking) return
    this.#isAsking = false
    await this.#session.ask(undefined)
  }
}

/** When another connection last took the place of ours. */
const replaced = { type: 'connection', id: 'replaced' }

const counter = { type: 'connection', id: 'bad-sessions' }

async function badSessions(keys: KeyStore): Promise<number> {
  const found = await keys.get(counter.type, [counter.id])
  return found.get(counter.id)?.[0] ?? 0
}

async function countBadSessions(keys: KeyStore, times: number): Promise<void> {
  if (times === 0 && (await badSessions(keys)) === 0) return
  await keys.set([{ ...counter, value: times === 0 ? null : Uint8Array.of(times) }])
}

async function unlink(
  open: OpenDevice,
  _account: ChannelAccount,
  { now, keys, signal, limits }: Pick<Session, 'now' | 'keys' | 'signal' | 'limits'>,
): Promise<ConnectionOutcome> {
  const states = openStates(AbortSignal.any([signal, AbortSignal.timeout(limits.timeoutMs)]))
  const device = await open({
    now,
    keys,
    limits,
    onState: states.put,
    onEvent: () => undefined,
    onLost: () => undefined,
  })
  try {
    // It was never linked, or its link has ended.
    const end = device.me() ? await endOf(states, device) : 'gone'
    if (end !== 'gone') return { outcome: 'retry', reason: end }
    await device.close()
    await keys.clear()
    return { outcome: 'done' }
  } finally {
    await device.close()
  }
}

async function endOf(states: States, device: LinkedDevice): Promise<string> {
  for (;;) {
    const state: DeviceState | { readonly state: 'stopped' } = await states.next()
    if (state.state === 'open') return (await isSignedOut(device)) ? 'gone' : 'not-signed-out'
    if (state.state === 'failed') throw state.error
    if (state.state === 'stopped') return 'timeout'
    // 403: the account is closed, and its devices with it.
    if (state.state === 'closed')
      return [401, 403].includes(state.status ?? 0) ? 'gone' : `closed-${state.status ?? 'unknown'}`
  }
}

async function isSignedOut(device: LinkedDevice): Promise<boolean> {
  return device.logOut().then(
    () => true,
    () => false,
  )
}
