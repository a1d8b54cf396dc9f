/** WeCom's interface over HTTP, with the token of one secret. Source: WeCom, "获取access_token" and "全局错误码". */
import { addressAt } from '#channels/provider-address.ts'
import type { CallLimits } from '#channels/provider-calls.ts'
import { callProvider } from '#platform/public-fetch.ts'
import { jsonOf } from '#kernel/json.ts'
import { isJson, type Json, numberOf, textOf } from './fields.ts'

const host = 'qyapi.weixin.qq.com'
/** Nothing waits for long: names and consents are beside the messages. */
const timeoutMs = 3_000
/** A list of all employees of a large corporation is the longest answer. */
const mostBytes = 4 * 1024 * 1024

/** An answer without an error; `nothing` for what WeCom does not tell us of this one thing. */
export type ApiAnswer = Json | 'nothing' | 'not-now'

interface Api {
  /** @param body Absent for a question that is only its address. */
  ask(path: string, query: Readonly<Record<string, string>>, body?: Json): Promise<ApiAnswer>
}

interface ApiContext {
  readonly limits: CallLimits
  readonly signal: AbortSignal
  readonly now: () => number
}

const noToken = new Set([40_014, 42_001])
/** Codes that mean the same for every question, and for how long nothing is asked after them. */
const silences: ReadonlyMap<number, number> = new Map([
  [45_009, 10 * 60_000], // too many
  [48_002, 60 * 60_000], // not for this secret
  [60_020, 60 * 60_000], // not from this network
])
const refusedMs = 60 * 60_000
const awayMs = 60_000

/** The questions of one secret. It asks nothing for a while once WeCom is away or refuses it. */
export class ApiAccess {
  readonly #corpId: string
  readonly #secret: string
  #token: { readonly value: string; readonly until: number } | undefined
  #silentUntil = 0

  constructor(corpId: string, secret: string) {
    this.#corpId = corpId
    this.#secret = secret
  }

  open(ctx: ApiContext): Api {
    return { ask: (path, query, body) => this.#ask(ctx, { path, query, body }) }
  }

  async #ask(
    ctx: ApiContext,
    question: { path: string; query: Readonly<Record<string, string>>; body: Json | undefined },
    isAgain = false,
  ): Promise<ApiAnswer> {
    if (ctx.now() < this.#silentUntil) return 'not-now'
    const token = await this.#tokenNow(ctx)
    if (token === undefined) return 'not-now'
    const { path, query, body } = question
    const answer = await call(ctx, path, { access_token: token, ...query }, body)
    if (!answer) return this.#beSilent(ctx, awayMs)
    const code = numberOf(answer, 'errcode') ?? 0
    if (code === 0) return answer
    if (noToken.has(code)) {
      this.#token = undefined
      return isAgain ? this.#beSilent(ctx, refusedMs) : this.#ask(ctx, question, true)
    }
    const silence = silences.get(code)
    return silence === undefined ? 'nothing' : this.#beSilent(ctx, silence)
  }

  async #tokenNow(ctx: ApiContext): Promise<string | undefined> {
    if (this.#token && ctx.now() < this.#token.until) return this.#token.value
    const query = { corpid: this.#corpId, corpsecret: this.#secret }
    const answer = await call(ctx, '/cgi-bin/gettoken', query)
    const value = answer && textOf(answer, 'access_token')
    if (!answer || !value || (numberOf(answer, 'errcode') ?? 0) !== 0) {
      this.#beSilent(ctx, answer ? refusedMs : awayMs)
      return undefined
    }
    // The same token is given again until it ends, so a new one is asked for somewhat earlier.
    this.#token = { value, until: ctx.now() + (numberOf(answer, 'expires_in') ?? 7_200) * 800 }
    return value
  }

  #beSilent({ now, signal }: ApiContext, ms: number): 'not-now' {
    // A session that ends breaks off its own questions.
    if (!signal.aborted) this.#silentUntil = now() + ms
    return 'not-now'
  }
}

/** Undefined for no answer. The address has secrets in it, so nothing of a failure is passed on. */
async function call(
  { limits, signal }: ApiContext,
  path: string,
  query: Readonly<Record<string, string>>,
  body?: Json,
): Promise<Json | undefined> {
  const url = addressAt(host, `${path}?${new URLSearchParams(query).toString()}`, limits)
  try {
    const { status, bytes } = await callProvider(url, {
      timeoutMs,
      maxBytes: mostBytes,
      extraHosts: limits.extraHosts ?? [],
      signal,
      ...(body && {
        method: 'POST' as const,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const answer = status === 200 ? jsonOf(bytes) : undefined
    return isJson(answer) ? answer : undefined
  } catch {
    return undefined
  }
}
