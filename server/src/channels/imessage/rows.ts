/** The rows of the agent's list. People send what they like, so a page, or one row, may be more than we read at once. */
import { z } from 'zod'
import type { ListedTime, ListingLimits } from '#channels/provider-calls.ts'
import type { Unanswered } from '#channels/unanswered.ts'
import { askForPart, type Asked } from './agent.ts'
import { messageOf } from './fields.ts'
import type { Agent } from './settings.ts'

/** Which rows: places count all rows of the time, so fewer may be asked for at the same place. */
export interface Place {
  readonly offset: number
  readonly limit: number
}

interface Question {
  readonly agent: Agent
  readonly limits: Omit<ListingLimits, 'mostItems'>
}

/** With as many as were asked for in the end; or one row that is too long in every form, and the row before it. */
type Rows =
  | { readonly rows: readonly unknown[]; readonly limit: number; readonly total?: number }
  | { readonly tooLong: true; readonly before: RowBefore | undefined }

export interface RowBefore {
  readonly guid: string
  readonly dateCreated: number
}

/** Without chats the agent also counts rows that have none, and the places would be others. */
const shortForm = ['chats', 'chats.participants', 'attachments']
/** The full form has how a text looks and whom it mentions, what an edited text was before, and the cards of apps. */
const forms = [
  [...shortForm, 'attributed-body', 'message-summary-info', 'payload-data'],
  [...shortForm, 'attributed-body', 'message-summary-info'],
  shortForm,
] as const

/** The rows at a place: fewer if they are too long together, and a row that is too long alone in a shorter form. */
export async function askRows(
  question: Question,
  asked: ListedTime,
  { offset, limit: most }: Place,
): Promise<Rows | Unanswered> {
  let last: 'too-long' | 'too-slow' | undefined
  for (const { limit, form } of triesFrom(most)) {
    const answer = await ask(question, { ...rangeOf(asked), offset, limit, with: form })
    if (typeof answer === 'object') {
      if ('outcome' in answer) return answer
      const { data: rows, total } = answer
      return { rows, limit, ...(total !== undefined && { total }) }
    }
    last = answer
  }
  // A slow connection passes.
  if (last === 'too-slow') return { outcome: 'retry', reason: 'timeout' }
  return { tooLong: true, before: await rowBefore(question, asked, offset) }
}

function* triesFrom(most: number): Iterable<{ readonly limit: number; readonly form: readonly string[] }> {
  const [fullForm, ...shorterForms] = forms
  for (let limit = most; limit >= 1; limit = Math.floor(limit / 2)) yield { limit, form: fullForm }
  for (const form of shorterForms) yield { limit: 1, form }
}

/** Undefined if there is none, or if it can't be read either. */
async function rowBefore(
  question: Question,
  asked: ListedTime,
  offset: number,
): Promise<RowBefore | undefined> {
  const { after } = rangeOf(asked)
  const place =
    offset > 0
      ? { ...rangeOf(asked), offset: offset - 1 }
      : { after: 0, before: Math.max(1, after - 1), sort: 'DESC', offset: 0 }
  const answer = await ask(question, { ...place, limit: 1, with: shortForm })
  const message = typeof answer === 'object' && 'data' in answer ? messageOf(answer.data[0]) : undefined
  return message?.dateCreated === undefined
    ? undefined
    : { guid: message.guid, dateCreated: message.dateCreated }
}

const ask = (
  { agent, limits }: Question,
  body: object,
): Promise<Asked<unknown[]> | 'too-long' | 'too-slow'> =>
  askForPart(agent, z.array(z.unknown()), 'message/query', {
    ...limits,
    method: 'POST',
    body: JSON.stringify({ ...body, convertAttachments: false }),
  })

/**
 * The agent includes both ends, and compares nanoseconds that it has rounded. So we ask for a millisecond more at each end,
 * and leave out ourselves what was sent outside.
 */
function rangeOf({ from, before }: ListedTime) {
  return { after: Math.max(0, from.getTime() - 1), before: Math.max(1, before.getTime() + 1), sort: 'ASC' }
}
