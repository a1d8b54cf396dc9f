import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Collection, KeyStore, Session, SessionEnd } from '#channels/collection.ts'
import type { ChannelAccount } from '#channels/connector.ts'
import type { ConnectionOutcome } from '#channels/provider-calls.ts'
import { refused } from '#channels/unanswered.ts'
import { UnderWay } from '#channels/under-way.ts'
import { phoneIdentity } from '#kernel/phone.ts'
import { callErrorCode } from '#platform/public-fetch.ts'
import { type Answered, askDaemon, type Daemon, daemonOf, isUserError, openEvents } from './daemon.ts'
import { phoneSeenIn, receivedOf } from './envelope.ts'
import { GroupAdmins } from './group-admins.ts'
import { Identities } from './identities.ts'

/** As the owner's phone names us. */
const deviceName = 'Verbatim'
/** The owner has this long to scan, then a new code follows. */
const linkMs = 75_000
/** How often the daemon is asked whether the link still exists. People are to know within two minutes. */
const usualCheckMs = 60_000

/** An account is linked to the daemon as another device of its owner, who scans a code for it. */
export const daemonCollection = (checkMs = usualCheckMs): Collection => ({
  needsOwner: true,
  forgets: true,
  phone: { endsAfterDays: 30, warnOnDays: [20, 25, 28, 29] },
  async collect(account, session) {
    const daemon = daemonOf(session.limits)
    if (!daemon) return refused('not-configured')
    const linked = await linkedNumber(account, session.keys)
    if (linked === undefined) {
      const end = await link(daemon, account, session)
      if (end) return end
    } else if (linked !== account.address.value) {
      // Its address was changed since: what the owner of the other number allowed does not hold for this one.
      const unlinked = await unlink(account, session)
      return unlinked.outcome === 'done' ? refused('signed-out') : unlinked
    }
    return listen(daemon, account, session, checkMs)
  },
  unlink,
})

const mark = { type: 'device', id: 'linked' } as const
/** Earlier releases kept the time of the link. */
const isTime = /^\d{4}-\d\d-\d\dT/

/**
 * The number whose owner linked it to this account. The daemon has the numbers of all organizations, so one that it knows is
 * not therefore ours: never ask it about another than this.
 */
async function linkedNumber({ address }: ChannelAccount, keys: KeyStore): Promise<string | undefined> {
  const value = (await keys.get(mark.type, [mark.id])).get(mark.id)
  if (!value) return undefined
  const known = Buffer.from(value).toString()
  return isTime.test(known) ? address.value : known
}

const Linking = z.object({ deviceLinkUri: z.string() })
const Linked = z.object({ number: z.string() })

/** Undefined once the account is linked. */
async function link(
  daemon: Daemon,
  account: ChannelAccount,
  session: Session,
): Promise<SessionEnd | undefined> {
  const { signal, keys, now } = session
  const started = await askDaemon(daemon, 'startLink', {}, { signal })
  if (signal.aborted) return { outcome: 'again' }
  const { data: linking } = Linking.safeParse('result' in started ? started.result : undefined)
  if (!linking) return { outcome: 'retry', reason: reasonOf(started) }
  const { deviceLinkUri } = linking
  const expiresAt = new Date(now().getTime() + linkMs).toISOString()
  await session.ask({ kind: 'qr', value: deviceLinkUri, expiresAt })
  const params = { deviceLinkUri, deviceName }
  const finished = await askDaemon(daemon, 'finishLink', params, { timeoutMs: linkMs, signal })
  const number = numberOf(finished)
  if (number === undefined) return toLinkEnd(finished)
  if (phoneIdentity(number).value !== account.address.value) {
    // One that the daemon already had is linked for an account that has it.
    if ('result' in finished) await forget(daemon, number)
    return refused('address-differs')
  }
  // The daemon hands a number's messages to all who ask for them, and forgets it for all.
  if (await session.isLinkedElsewhere(account.address.value)) return refused('delivered-elsewhere')
  await keys.set([{ ...mark, value: Buffer.from(account.address.value) }])
  await session.ask(undefined)
  // The phone then sends its contacts and groups; without them, messages arrive as well.
  await askDaemon(daemon, 'sendSyncRequest', { account: account.address.value }, { signal })
  return undefined
}

/** The number whose owner scanned the code. The daemon may know it from a link that was cut before we noted it. */
function numberOf(finished: Answered): string | undefined {
  if ('result' in finished) return Linked.safeParse(finished.result).data?.number
  if ('away' in finished) return undefined
  return /^The user (\+\d+) already exists/i.exec(finished.error.message)?.[1]
}

/** Most owners do not scan the first code; another one follows while someone wants it. */
function toLinkEnd(finished: Answered): SessionEnd {
  const isUnscanned =
    'error' in finished ? isUserError(finished.error) : 'away' in finished && finished.away === 'timeout'
  if (isUnscanned) return { outcome: 'again' }
  return { outcome: 'retry', reason: reasonOf(finished) }
}

async function listen(
  daemon: Daemon,
  account: ChannelAccount,
  session: Session,
  checkMs: number,
): Promise<SessionEnd> {
  const number = account.address.value
  const over = new AbortController()
  const signal = AbortSignal.any([session.signal, over.signal])
  let end: SessionEnd = { outcome: 'retry', reason: 'closed' }
  const underWay = new UnderWay((error) => {
    if (!signal.aborted) end = { outcome: 'retry', reason: callErrorCode(error) }
    over.abort()
  })
  try {
    // Before the daemon hands anything over, since it keeps nothing.
    if (await isSignedOut(daemon, number, signal)) return refused('signed-out')
    const { status, events } = await openEvents(daemon, number, signal)
    if (status === 400) return refused('signed-out')
    if (status !== 200) return { outcome: 'retry', reason: `status-${status}` }
    await session.connected()
    if (session.signal.aborted) return { outcome: 'again' }
    const identities = new Identities(daemon, number, session)
    const onEnd = () => {
      end = refused('signed-out')
      over.abort()
    }
    void watch(daemon, number, signal, { checkMs, identities, onEnd })
    const admins = new GroupAdmins(daemon, number, signal)
    for await (const body of events) {
      const received = receivedOf(body)
      identities.note(received)
      const answer = admins.answerFor(received)
      const keeping = session.keep([{ contentType: 'application/json', body, ...(answer && { answer }) }])
      await underWay.add(keeping, body.byteLength)
      if (isEnd(received?.exception?.type)) {
        await underWay.end()
        return refused('signed-out')
      }
      const seenAt = received && phoneSeenIn(received)
      if (seenAt) session.sawPhone(seenAt)
    }
  } catch (error) {
    if (!signal.aborted) end = { outcome: 'retry', reason: callErrorCode(error) }
  } finally {
    over.abort()
    // What was taken is kept, or given up, before the connection ends.
    await underWay.end().catch(() => {})
  }
  return session.signal.aborted ? { outcome: 'again' } : end
}

const isEnd = (type: string | null | undefined) => type === 'AuthorizationFailedException'

/** The stream stays open when the owner ends the link, so the daemon is asked. */
async function watch(
  daemon: Daemon,
  number: string,
  signal: AbortSignal,
  {
    checkMs,
    identities,
    onEnd,
  }: { readonly checkMs: number; readonly identities: Identities; readonly onEnd: () => void },
): Promise<void> {
  while (!signal.aborted) {
    await sleep(checkMs, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    if (await isSignedOut(daemon, number, signal)) return onEnd()
    // What could not be kept is noticed again once the person writes.
    await identities.check().catch(() => {})
  }
}

/** Only a clear answer counts: the daemon may not reach Signal for a while. */
async function isSignedOut(daemon: Daemon, number: string, signal: AbortSignal): Promise<boolean> {
  const answer = await askDaemon(daemon, 'listDevices', { account: number }, { signal })
  if (!('error' in answer)) return false
  const { code, message } = answer.error
  return isUnknown(answer) || (code <= -1 && code >= -3 && /authorization ?failed|\b401\b/i.test(message))
}

const isUnknown = (answer: Answered) =>
  'error' in answer && /not registered|specified account does not exist/i.test(answer.error.message)

/** The owner's phone lists the device until it is removed there; we cannot receive anything for it any more. */
async function unlink(
  account: ChannelAccount,
  { keys, limits, isLinkedElsewhere }: Pick<Session, 'keys' | 'limits' | 'isLinkedElsewhere'>,
): Promise<ConnectionOutcome> {
  const number = await linkedNumber(account, keys)
  if (number === undefined) return { outcome: 'done' }
  const daemon = daemonOf(limits)
  if (!daemon) return { outcome: 'retry', reason: 'not-configured' }
  const answer = (await isLinkedElsewhere(number)) ? undefined : await forget(daemon, number)
  if (!answer || 'result' in answer || isUnknown(answer)) {
    await keys.clear()
    return { outcome: 'done' }
  }
  return { outcome: 'retry', reason: reasonOf(answer) }
}

const forget = (daemon: Daemon, number: string) =>
  askDaemon(daemon, 'deleteLocalAccountData', { account: number, ignoreRegistered: true })

function reasonOf(answer: Answered): string {
  if ('away' in answer) return answer.away
  return 'error' in answer ? `error${answer.error.code}` : 'not-understood'
}
