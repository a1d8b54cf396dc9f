import { randomUUID } from 'node:crypto'
import { dayMs, hourMs, minuteMs } from '@verbatim/contract/durations.ts'

/** What a provider knows of one attempt to deliver: the answer, or how the connection failed. */
export type Attempt = Response | 'unreachable' | 'cut' | 'late'

type Sent = { readonly url: string } & Omit<RequestInit, 'signal'>

/** Posts once, and waits so long for the answer. */
async function attempt({ url, ...init }: Sent, readMs: number): Promise<Attempt> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(readMs) })
  } catch (error) {
    const { name, cause } = error as Error
    if (name === 'TimeoutError') return 'late'
    return (cause as { code?: string } | undefined)?.code === 'ECONNREFUSED' ? 'unreachable' : 'cut'
  }
}

const isAccepted = (one: Attempt) => one instanceof Response && one.ok

interface TelegramClock {
  /** Waits, or lets a test's clock go on. */
  readonly pause: (ms: number) => void | Promise<void>
  /** How long it waits for an answer: a minute at Telegram. */
  readonly readMs?: number
}

/**
 * Delivers as Telegram does: again until an answer of 2xx, at once and then after 2, 4, 8 seconds and so on up to a minute, or as
 * late as the answer asks for. After a day it drops the update. Gives every attempt.
 */
export async function deliverLikeTelegram(
  sent: Sent,
  { pause, readMs = minuteMs }: TelegramClock,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = []
  for (let waitedMs = 0, nextMs = 0; waitedMs <= dayMs;) {
    const last = await attempt(sent, readMs)
    attempts.push(last)
    if (isAccepted(last)) break
    const asked = last instanceof Response ? Number(last.headers.get('retry-after') ?? 0) * 1_000 : 0
    const waitMs = asked > 0 ? Math.min(asked, hourMs) : nextMs
    nextMs = nextMs === 0 ? 2_000 : Math.min(nextMs * 2, minuteMs)
    await pause(waitMs)
    waitedMs += waitMs
  }
  return attempts
}

/**
 * Delivers as Twilio does, by the overrides in the fragment of a webhook's address: which failures are tried again (`rp`), how often
 * (`rc`), and how long it waits for an answer (`rt`) and for all attempts (`tt`). By default it tries only a failed connection
 * again, once. There is no later delivery. An answer that is cut counts as one that is not read. Retries carry a token, the same for all.
 */
export async function deliverLikeTwilio(configuredUrl: string, sent: Sent): Promise<readonly Attempt[]> {
  const overrides = new URLSearchParams(configuredUrl.split('#')[1] ?? '')
  const policy = new Set((overrides.get('rp') ?? 'ct').split(','))
  const [most, readMs, totalMs] = [
    Number(overrides.get('rc') ?? 1),
    Number(overrides.get('rt') ?? 15_000),
    Number(overrides.get('tt') ?? 15_000),
  ]
  const token = randomUUID()
  const until = performance.now() + totalMs
  const attempts: Attempt[] = []
  while (attempts.length <= most) {
    const leftMs = Math.floor(until - performance.now())
    if (leftMs <= 0) break
    const headers = new Headers(sent.headers)
    if (attempts.length > 0) headers.set('i-twilio-idempotency-token', token)
    const last = await attempt({ ...sent, headers }, Math.min(readMs, leftMs))
    attempts.push(last)
    if (isAccepted(last) || !(policy.has('all') || policy.has(failureOf(last)))) break
  }
  return attempts
}

/** Delivers as Twilio Conversations does: once, whatever the overrides ask for. */
export function deliverLikeTwilioConversations(sent: Sent): Promise<Attempt> {
  return attempt(sent, 5_000)
}

function failureOf(one: Attempt): string {
  if (one === 'unreachable') return 'ct'
  if (!(one instanceof Response)) return 'rt'
  return `${Math.floor(one.status / 100)}xx`
}
