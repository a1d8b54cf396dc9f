import { setTimeout as pause } from 'node:timers/promises'
import { inLanes } from '@verbatim/server/testing/traffic/lanes.ts'
import { openMailPlayer } from './mail-player.ts'
import type { ReplayOptions } from './options.ts'
import { openWebhookPlayer } from './webhook-player.ts'

/** An endpoint's answer to one message; `later` if it may be sent again, or had no answer. */
export type Outcome = 'accepted' | 'duplicate' | 'refused' | 'later'

/** The messages to play, and the function that delivers one. */
export interface Player<Message> extends AsyncDisposable {
  /** Messages that must be sent in order. */
  readonly conversations: Iterable<Iterable<Message>>
  deliver(message: Message, lane: number): Promise<Outcome>
}

export interface Counts {
  sent: number
  accepted: number
  duplicate: number
  refused: number
  /** Given up: the endpoint kept answering "later". */
  unanswered: number
  readonly seconds: number
}

/** A message is sent again for half a minute in total. */
const patienceMs = [200, 500, 1_000, 2_000, 4_000, 8_000, 15_000]

/** Plays a file to its end, or until `signal` aborts. */
export async function play(
  options: ReplayOptions,
  { signal, tell }: { signal: AbortSignal; tell: (counts: Counts) => void },
): Promise<Counts> {
  return options.channel === 'proofpoint'
    ? playAll(openMailPlayer(options), options, { signal, tell })
    : playAll(openWebhookPlayer(options), options, { signal, tell })
}

async function playAll<Message>(
  opened: Player<Message>,
  { rate, limit, lanes }: ReplayOptions,
  { signal, tell }: { signal: AbortSignal; tell: (counts: Counts) => void },
): Promise<Counts> {
  await using player = opened
  const began = performance.now()
  const counts = { sent: 0, accepted: 0, duplicate: 0, refused: 0, unanswered: 0 }
  const current = () => ({ ...counts, seconds: (performance.now() - began) / 1000 })
  const turn = paced(rate)
  await inLanes(player.conversations, lanes, async (messages, lane) => {
    for (const message of messages) {
      if (signal.aborted || counts.sent >= limit) return
      counts.sent += 1
      await turn(signal)
      const outcome = await deliver(player, message, { lane, signal })
      counts[outcome === 'later' ? 'unanswered' : outcome] += 1
      tell(current())
    }
  })
  return current()
}

async function deliver<Message>(
  player: Player<Message>,
  message: Message,
  { lane, signal }: { lane: number; signal: AbortSignal },
): Promise<Outcome> {
  for (const pauseMs of patienceMs) {
    const outcome = await player.deliver(message, lane).catch((): Outcome => 'later')
    if (outcome !== 'later' || signal.aborted) return outcome
    await pause(pauseMs, undefined, { signal }).catch(() => undefined)
  }
  return 'later'
}

/** Lets one message pass after the other, `rate` in a second. */
function paced(rate: number | undefined): (signal: AbortSignal) => Promise<void> {
  if (rate === undefined) return async () => undefined
  const gapMs = 1000 / rate
  let next = performance.now()
  return async (signal) => {
    const mine = Math.max(next, performance.now() - gapMs)
    next = mine + gapMs
    const waitMs = mine - performance.now()
    if (waitMs > 1) await pause(waitMs, undefined, { signal }).catch(() => undefined)
  }
}
