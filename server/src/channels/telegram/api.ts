import { z } from 'zod'
import { addressAt } from '#channels/provider-address.ts'
import type { CallLimits } from '#channels/provider-calls.ts'
import { type Postponed, postponedBy, type Refused, refused, unansweredBy } from '#channels/unanswered.ts'
import { callProvider, type ProviderAnswer } from '#platform/public-fetch.ts'
import { jsonOf } from '#kernel/json.ts'

/** The only host that ever gets a token. */
const host = 'api.telegram.org'

/** What the bot's token lets us ask for. Reasons are codes, without addresses or the token. */
type Asked<Value> = { readonly outcome: 'done'; readonly value: Value } | BotUnanswered

/** A refusal perhaps with Telegram's own words. */
export type BotUnanswered = Postponed | (Refused & { readonly description?: string })

/** Far above any answer that is expected. */
const mostBytes = 1024 * 1024

/** No wait that Telegram asks for is longer than this here. */
const longestWaitMs = 60 * 60_000

interface BotCall<Schema extends z.ZodType> {
  readonly method: string
  readonly params?: object
  readonly schema: Schema
  /** Of the answer. A longer one is refused as not understood. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal
}

/** Calls one method of the Bot API. */
export async function callBot<Schema extends z.ZodType>(
  token: string,
  { method, params, schema, maxBytes = mostBytes, signal }: BotCall<Schema>,
  limits: CallLimits,
): Promise<Asked<z.output<Schema>>> {
  try {
    const answer = await callProvider(urlOf(`/bot${token}/${method}`, limits), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(params ?? {}),
      timeoutMs: limits.timeoutMs,
      silenceMs: limits.silenceMs,
      maxBytes,
      extraHosts: limits.extraHosts ?? [],
      ...(signal && { signal }),
    })
    if (answer.status !== 200) return failureOf(answer)
    const envelope = Answer.safeParse(jsonOf(answer.bytes))
    const result = envelope.success ? schema.safeParse(envelope.data.result) : undefined
    return result?.success ? { outcome: 'done', value: result.data } : refused('not-understood')
  } catch (error) {
    return unansweredBy(error)
  }
}

/** A file of the bot, by the path that `getFile` gave. @throws the network's own errors; `TimeoutError` */
export function downloadFile(
  token: string,
  path: string,
  limits: CallLimits & { readonly maxBytes: number },
): Promise<ProviderAnswer> {
  const { timeoutMs, silenceMs, maxBytes, extraHosts = [] } = limits
  return callProvider(urlOf(`/file/bot${token}/${path}`, limits), {
    timeoutMs,
    silenceMs,
    maxBytes,
    extraHosts,
  })
}

/** The token is part of the address, which must never be stored, logged or part of an error. */
const urlOf = (path: string, limits: CallLimits) => addressAt(host, path, limits)

const Answer = z.object({ ok: z.literal(true), result: z.unknown().optional() })

const Refusal = z.object({
  description: z.string().optional().catch(undefined),
  parameters: z
    .object({ retry_after: z.number().optional().catch(undefined) })
    .catch({})
    .default({}),
})

/** 404 is the answer to a token of a wrong form, and 409 to a change while another is under way. */
function failureOf(answer: ProviderAnswer): BotUnanswered {
  const { status } = answer
  const { data } = Refusal.safeParse(jsonOf(answer.bytes))
  const seconds = data?.parameters.retry_after
  if (status === 409 || status === 429 || status >= 500)
    return {
      ...postponedBy(answer),
      // Telegram's own way to say it.
      ...(seconds !== undefined && seconds > 0 && { afterMs: Math.min(seconds * 1000, longestWaitMs) }),
    }
  if ([401, 403, 404].includes(status)) return refused('credentials-refused')
  return { ...refused('not-understood'), ...(data?.description && { description: data.description }) }
}
