import type { ProviderProblem } from '@verbatim/contract/insight-providers.ts'
import type { z } from 'zod'
import { jsonOf } from '#kernel/json.ts'
import {
  callErrorCode,
  callProvider,
  type ProviderAnswer,
  type ProviderCall,
} from '#platform/public-fetch.ts'
import { type Asking, missing, problem } from './port.ts'

type Question = Pick<ProviderCall, 'method' | 'headers' | 'body'>

const limits = { timeoutMs: 10_000, maxBytes: 4 * 1024 * 1024 }

/** A path of a provider that may itself stand under a path. */
export const addressOf = (address: string, path: string): URL => new URL(address.replace(/\/+$/, '') + path)

/** Asks once, and follows no redirect. @throws Refused */
export async function ask(
  url: URL,
  question: Question,
  { extraHosts, signal }: Asking,
): Promise<ProviderAnswer> {
  try {
    return await callProvider(url, { ...question, ...limits, extraHosts, signal })
  } catch (error) {
    // The reader has gone: there is nothing to tell them.
    if (signal.aborted && signal.reason instanceof Error && signal.reason.name !== 'TimeoutError')
      throw signal.reason
    throw problem(problemOf(callErrorCode(error)), error)
  }
}

/** Asks for JSON of this shape. @throws Refused */
export async function askFor<Shape extends z.ZodType>(
  shape: Shape,
  url: URL,
  question: Question,
  asking: Asking,
): Promise<z.output<Shape>> {
  return readAs(shape, await ask(url, question, asking))
}

/** Asks about each, a few at a time, so that one opening keeps few connections of ours and theirs. */
export async function askEach<Item, Answer>(
  items: readonly Item[],
  askOne: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let at = 0; at < items.length; at += askedAtOnce)
    answers.push(...(await Promise.all(items.slice(at, at + askedAtOnce).map(askOne))))
  return answers
}
const askedAtOnce = 4

/** @throws Refused */
export function readAs<Shape extends z.ZodType>(shape: Shape, answer: ProviderAnswer): z.output<Shape> {
  const { status } = answer
  if (status === 404) throw missing()
  if (status < 200 || status > 299) throw problem(problemOfStatus(status))
  const read = shape.safeParse(jsonOf(answer.bytes))
  if (!read.success) throw problem('not-understood')
  return read.data
}

function problemOfStatus(status: number): ProviderProblem {
  if (status === 401) return 'credentials'
  if (status === 403) return 'not-allowed'
  if (status === 429 || status === 503) return 'busy'
  return status >= 500 ? 'failed' : 'not-understood'
}

const problems: Readonly<Record<string, ProviderProblem>> = {
  'private-address': 'private-address',
  timeout: 'timeout',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
}

function problemOf(code: string): ProviderProblem {
  return (
    problems[code] ??
    (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO_|SSL|TLS/.test(code) ? 'certificate' : 'unreachable')
  )
}
