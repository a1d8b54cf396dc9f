import { z } from 'zod'
import type { CollectedDelivery, Collection, Session, SessionEnd } from '#channels/collection.ts'
import { allowedUpdates } from './allowed-updates.ts'
import { refused } from '#channels/unanswered.ts'
import { type BotUnanswered, callBot } from './api.ts'
import { botOf } from './bot.ts'
import { asOutcome, findWebhook } from './telegram-webhook.ts'
import { botWebhook } from './webhook.ts'

/** Telegram holds a question for so long while nothing comes. */
const heldS = 50
const mostUpdates = 100
/** Of one answer: Telegram's messages are short, and it sends no files. */
const mostBytes = 16 * 1024 * 1024
/** A new session reads the account again. */
const sessionMs = 10 * 60_000
/** Longer than a lease: another process of ours may still have the bot for that long. */
const tellsOthersMs = 60_000

const Update = z.looseObject({ update_id: z.int() })
const Cursor = z.object({
  /** Telegram drops the updates before this one with the next question. It is said until Telegram has heard it. */
  offset: z.int().optional(),
})

/**
 * The updates of a bot, question after question. A question confirms those that were kept before it.
 * @param retryMs Between two questions while another client asks, too.
 */
export function pollBot({ retryMs = 5_000 } = {}): Collection {
  return {
    async collect(account, session): Promise<SessionEnd> {
      const { token, isPolled } = botOf(account)
      if (!token || !isPolled || account.source) return refused('not-configured')
      return (await follow(token, session, retryMs)) ?? { outcome: 'again' }
    },
  }
}

/** @returns Why it ended; undefined if that needs no reason. */
async function follow(token: string, session: Session, retryMs: number): Promise<SessionEnd | undefined> {
  const { signal } = session
  const started = performance.now()
  let offset = Cursor.safeParse(session.cursor).data?.offset
  let isConnected = false
  let limit = mostUpdates
  while (!signal.aborted && performance.now() - started < sessionMs) {
    // The first answer comes at once: it shows that the bot can be polled. So does one that confirms, and then no number is said
    // any more: Telegram numbers again after a quiet week, perhaps with lower numbers.
    const seconds = isConnected && offset === undefined ? heldS : 0
    const askedAt = session.now()
    const asked = await getUpdates(token, { offset, limit, seconds }, session)
    if (signal.aborted) return undefined
    if (asked.outcome === 'done') {
      if (!isConnected) await session.connected()
      isConnected = true
      offset = await keepUpdates(session, asked.value, offset)
      if (asked.value.length < limit) session.capturedUntil(askedAt)
      limit = mostUpdates
    } else if (asked.reason === 'not-understood' && limit > 1) {
      // Perhaps they are too long together.
      limit = 1
    } else {
      const end = await endOf(token, asked, { session, since: started })
      if (end) return end
      await session.rest(retryMs)
    }
  }
  return undefined
}

/** Undefined if another process of ours may still ask for the updates. */
async function endOf(
  token: string,
  asked: BotUnanswered,
  { session: { limits }, since }: { readonly session: Session; readonly since: number },
): Promise<SessionEnd | undefined> {
  if (asked.outcome === 'refused' || asked.reason !== 'status-409') return asOutcome(asked)
  const current = await findWebhook(token, limits)
  if (current.outcome !== 'done') return asOutcome(current)
  const isElsewhere = current.value.url !== '' || performance.now() - since > tellsOthersMs
  return isElsewhere ? refused('delivered-elsewhere') : undefined
}

interface Asked {
  readonly offset: number | undefined
  readonly limit: number
  readonly seconds: number
}

const getUpdates = (token: string, { offset, limit, seconds }: Asked, { limits, signal }: Session) =>
  callBot(
    token,
    {
      method: 'getUpdates',
      params: {
        limit,
        timeout: seconds,
        allowed_updates: allowedUpdates,
        ...(offset !== undefined && { offset }),
      },
      schema: z.array(Update),
      maxBytes: mostBytes,
      signal,
    },
    { ...limits, timeoutMs: limits.timeoutMs + seconds * 1000 },
  )

/** Keeps updates with the place after them. @returns What the next question says. */
async function keepUpdates(
  session: Session,
  updates: readonly z.output<typeof Update>[],
  said: number | undefined,
): Promise<number | undefined> {
  if (updates.length === 0) {
    if (said !== undefined) await session.keep([], {})
    return undefined
  }
  const offset = Math.max(...updates.map(({ update_id: id }) => id)) + 1
  await session.keep(updates.map(toDelivery), { offset })
  return offset
}

/** Each as a webhook gets it, so that an update that comes in both ways is the same record. */
function toDelivery(update: z.output<typeof Update>): CollectedDelivery {
  const body = Buffer.from(JSON.stringify(update))
  const routes = botWebhook.routesOf?.({ method: 'POST', url: '', headers: {}, body }) ?? []
  return { contentType: 'application/json', body, routes }
}
