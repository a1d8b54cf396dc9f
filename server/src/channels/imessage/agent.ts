import { z } from 'zod'
import { postponedBy, refused, type Unanswered, unansweredBy } from '#channels/unanswered.ts'
import {
  callProvider,
  type ProviderAnswer,
  type ProviderCall,
  UnfinishedAnswer,
} from '#platform/public-fetch.ts'
import { jsonOf } from '#kernel/json.ts'
import type { Agent } from './settings.ts'

interface AgentCall extends ProviderCall {
  /** Besides the password. */
  readonly query?: Readonly<Record<string, string>>
}

/**
 * Calls the agent once. Its password is a parameter of every address, so the address must never be stored, logged or part of
 * an error. A tenant enters where the agent answers, so it may be only a public address.
 * @param path Encoded, after `/api/v1/`.
 * @throws PrivateAddress; the network's own errors; `TimeoutError`
 */
export function callAgent(
  { serverUrl, password }: Agent,
  path: string,
  { query = {}, ...call }: AgentCall,
): Promise<ProviderAnswer> {
  const url = new URL(serverUrl)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/api/v1/${path}`
  url.search = new URLSearchParams({ ...query, password }).toString()
  url.hash = ''
  return callProvider(url, call)
}

/** What the agent answered, with how many there are of what it lists by pages, or that it has none; or what its answer means for the account. */
export type Asked<Data> =
  | { readonly data: Data; readonly total?: number; readonly isMissing?: true }
  | Unanswered

export interface Question extends Omit<AgentCall, 'headers'> {
  /** What is asked about may be gone. */
  readonly mayBeMissing?: boolean
}

/** Asks the agent for JSON of this form. `body` is JSON too. No reason has an address or a secret. */
export async function askAgent<Data>(
  agent: Agent,
  schema: z.ZodType<Data>,
  path: string,
  question: Question,
): Promise<Asked<Data>> {
  const asked = await askForPart(agent, schema, path, question)
  if (asked === 'too-long') return refused('not-understood')
  return asked === 'too-slow' ? { outcome: 'retry', reason: 'timeout' } : asked
}

/** Like `askAgent`, where the agent can be asked for less: it answered, but with more than may be read, or than came in time. */
export async function askForPart<Data>(
  agent: Agent,
  schema: z.ZodType<Data>,
  path: string,
  { mayBeMissing = false, ...call }: Question,
): Promise<Asked<Data> | 'too-long' | 'too-slow'> {
  const headers: Record<string, string> = call.body ? { 'content-type': 'application/json' } : {}
  try {
    const answer = await callAgent(agent, path, { ...call, headers })
    const outcome = outcomeOf(answer)
    if (outcome) return outcome
    return isAnswer(answer, mayBeMissing) && !answer.bytes
      ? 'too-long'
      : readAnswer(schema, answer, mayBeMissing)
  } catch (error) {
    return error instanceof UnfinishedAnswer ? 'too-slow' : unansweredBy(error)
  }
}

/** A gateway in front of a Mac that sleeps answers in its place, with 502, 530 or the like. */
function outcomeOf(answer: ProviderAnswer): Unanswered | undefined {
  const { status } = answer
  if (status === 401 || status === 403) return refused('credentials-refused')
  if (status === 429 || status >= 500) return postponedBy(answer)
  return undefined
}

const Metadata = z.object({ total: z.number().optional() }).catch({})

const isAnswer = ({ status }: ProviderAnswer, mayBeMissing: boolean) =>
  status === 200 || status === 201 || (status === 404 && mayBeMissing)

function readAnswer<Data>(
  schema: z.ZodType<Data>,
  answer: ProviderAnswer,
  mayBeMissing: boolean,
): Asked<Data> {
  const Envelope = z.object({ status: z.number(), data: schema, metadata: Metadata })
  const envelope = Envelope.safeParse(jsonOf(answer.bytes))
  if (!isAnswer(answer, mayBeMissing) || !envelope.success) return refused('not-understood')
  const { status, data, metadata } = envelope.data
  // A gateway may answer that there is no such page.
  if ((status === 404) !== (answer.status === 404)) return refused('not-understood')
  return {
    data: data as Data,
    ...(metadata.total !== undefined && { total: metadata.total }),
    ...(status === 404 && { isMissing: true as const }),
  }
}
