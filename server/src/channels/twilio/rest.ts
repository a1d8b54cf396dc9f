import { z } from 'zod'
import { addressAt } from '#channels/provider-address.ts'
import type { CallLimits } from '#channels/provider-calls.ts'
import { isBusy, postponedBy, refused, type Unanswered, unansweredBy } from '#channels/unanswered.ts'
import type { ProviderAnswer } from '#platform/public-fetch.ts'
import { jsonOf } from '#kernel/json.ts'
import { callAuthorized } from './authorized-call.ts'
import type { RestCredentials } from './secrets.ts'

/** For calls in the name of one Twilio account. */
export interface RestSession {
  readonly credentials: RestCredentials
  readonly limits: RestLimits
}

interface RestLimits extends CallLimits {
  /** For one answer; without it, enough for a page of any list. */
  readonly maxBytes?: number
}

interface RestCall {
  readonly host: 'api' | 'messaging' | 'conversations' | 'monitor'
  /** With its query. */
  readonly path: string
  /** What to set, in one of the two formats of Twilio's products. A list has its name once for each value. */
  readonly form?: Readonly<Record<string, string | readonly string[]>>
  readonly json?: unknown
  /** What is at the path is taken away. */
  readonly isRemoval?: true
}

interface RestList extends Pick<RestCall, 'host' | 'path'> {
  /** The name of its rows in the answer. */
  readonly rows: string
  /** Rows on a page, where Twilio refuses to give a thousand. */
  readonly most?: number
  /** Pages at most, where the newest rows come first and are enough, also if a later page cannot be read. */
  readonly pages?: number
}

/** `done` with what Twilio answered. Reasons are codes, without addresses, SIDs or secrets. */
export type RestAnswer<Value> = { readonly outcome: 'done'; readonly value: Value } | Unanswered

/** A page of a thousand numbers takes about 2.5 MB. */
const mostBytes = 10_000_000
const pageSize = 1000
const mostPages = 20

/** Twilio's code for credentials that are wrong or may not do this. */
const authenticationFailed = 20003

/** Calls Twilio's REST interface once, or again with the next token where Twilio refuses the first. */
export async function callRest<Schema extends z.ZodType>(
  { credentials, limits }: RestSession,
  call: RestCall,
  schema: Schema,
): Promise<RestAnswer<z.output<Schema>>> {
  try {
    const answer = await callAuthorized(urlOf(call, limits), credentials, {
      ...contentOf(call),
      timeoutMs: limits.timeoutMs,
      maxBytes: limits.maxBytes ?? mostBytes,
      extraHosts: limits.extraHosts ?? [],
    })
    if (answer.status < 200 || answer.status > 299) return failureOf(answer)
    const { success, data } = schema.safeParse(jsonOf(answer.bytes))
    return success ? { outcome: 'done', value: data } : refused('not-understood')
  } catch (error) {
    return unansweredBy(error)
  }
}

/**
 * All rows of a list, of at most 20 pages. Where a list goes on is a path at the host that was called first: an answer never
 * decides who gets the credentials.
 */
export async function readPages<Row extends z.ZodType>(
  session: RestSession,
  { host, path, rows, most = pageSize, pages }: RestList,
  row: Row,
): Promise<RestAnswer<z.output<Row>[]>> {
  const read: z.output<Row>[] = []
  let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}PageSize=${most}`
  for (let page = 0; next && page < (pages ?? mostPages); page++) {
    const answer: RestAnswer<z.output<typeof Page>> = await callRest(session, { host, path: next }, Page)
    if (answer.outcome !== 'done' && page > 0 && pages !== undefined && !isBusy(answer)) break
    if (answer.outcome !== 'done') return answer
    const { success, data } = z.array(row).safeParse(answer.value[rows])
    if (!success) return refused('not-understood')
    read.push(...data)
    next = answer.value.next_page_uri || answer.value.meta?.next_page_url || undefined
  }
  return { outcome: 'done', value: read }
}

/** The older products name the next page by its path, the newer ones by its full address. */
const Page = z.looseObject({
  next_page_uri: z.string().nullish(),
  meta: z.object({ next_page_url: z.string().nullish() }).nullish(),
})

/** Where the interface has everything of the session's account. */
export const accountPath = ({ credentials }: RestSession) => `/2010-04-01/Accounts/${credentials.accountSid}`

export function urlOf({ host, path }: Pick<RestCall, 'host' | 'path'>, limits: CallLimits): URL {
  return addressAt(`${host}.twilio.com`, path, limits)
}

function contentOf({ form, json, isRemoval }: RestCall) {
  if (isRemoval) return { method: 'DELETE', headers: {} } as const
  if (form) {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const fields = Object.entries(form).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, one]),
    )
    return { method: 'POST', headers, body: new URLSearchParams(fields).toString() } as const
  }
  if (json === undefined) return { headers: {} }
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(json),
  } as const
}

function failureOf(answer: ProviderAnswer): Unanswered {
  const { status } = answer
  const { data } = z.object({ code: z.number() }).safeParse(jsonOf(answer.bytes))
  if (status === 401 || status === 403 || data?.code === authenticationFailed) {
    return refused('credentials-refused')
  }
  if (status === 404) return refused('address-unknown')
  // 409: another change of the same resource is under way.
  if (status === 409 || status === 429 || status >= 500) return postponedBy(answer)
  return refused('not-understood')
}
