/** Rows that came to the Mac late: iCloud syncs them with the time at which they were written, and each new row has a higher number. */
import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import { dateOf } from '#channels/date-of.ts'
import type { ArrivedOutcome, ListingLimits } from '#channels/provider-calls.ts'
import { refused, type Unanswered } from '#channels/unanswered.ts'
import { askForPart, type Asked } from './agent.ts'
import { type Agent, agentOf } from './settings.ts'

const Row = z.object({
  originalROWID: z.number().int(),
  guid: z.string(),
  dateCreated: z.number().nullish(),
})
type Row = z.infer<typeof Row>

interface Question {
  readonly agent: Agent
  readonly limits: Omit<ListingLimits, 'mostItems'>
}
type Answer = Asked<Row[]> | 'too-long' | 'too-slow'

/**
 * The rows from the last known one on. A mark is the number of a row, and its guid if it was seen: if the row has another one, the Mac has
 * another database, whose numbers begin anew. Rows are asked for by a range of numbers, because a page of the agent is in the order of time.
 */
export async function rowsArrivedSince(
  account: ChannelAccount,
  mark: string | undefined,
  { mostItems, ...limits }: ListingLimits,
): Promise<ArrivedOutcome> {
  const agent = agentOf(account)
  if (!agent) return refused('not-configured')
  const question = { agent, limits }
  const [, number, guid] = /^(\d+)(?:\/(.*))?$/s.exec(mark ?? '') ?? []
  if (number === undefined) return newest(question)
  const first = Number(number)
  let failed: 'too-long' | 'too-slow' | undefined
  // Rows that are too much together are asked for in fewer numbers.
  for (let width = mostItems; width >= 1; width = Math.floor(width / 2)) {
    const answer = await askRange(question, { first, end: first + width }, width)
    if (typeof answer === 'object')
      return 'outcome' in answer
        ? answer
        : arrivedOf(question, { rows: answer.data, first, end: first + width, guid })
    failed = answer
  }
  if (failed === 'too-slow') return { outcome: 'retry', reason: 'timeout' }
  // One row that is more than we read is in the list, as one that could not be read.
  return { outcome: 'arrived', sentAt: [], mark: String(first + 1), isMore: true }
}

async function arrivedOf(
  question: Question,
  { rows, first, end, guid }: { rows: readonly Row[]; first: number; end: number; guid: string | undefined },
): Promise<ArrivedOutcome> {
  const known = guid === undefined ? undefined : rows.find((row) => row.originalROWID === first)
  if (known && known.guid !== guid) {
    const answer = await newest(question)
    return answer.outcome === 'arrived' ? { ...answer, isRenewed: true } : answer
  }
  const further = await askRange(question, { first: end }, 1)
  if (typeof further === 'object' && 'outcome' in further) return further
  const isMore = typeof further === 'string' || further.data.length > 0
  const last = rows.toSorted((a, b) => a.originalROWID - b.originalROWID).at(-1)
  if (!last && !isMore) return newest(question)
  return {
    outcome: 'arrived',
    sentAt: rows.flatMap((row) => (row === known ? [] : (dateOf(row.dateCreated ?? undefined) ?? []))),
    mark: isMore || !last ? String(end) : markOf(last),
    isMore,
  }
}

const markOf = ({ originalROWID, guid }: Row) => `${originalROWID}/${guid}`

/** From where on to ask: rows that were synced before with higher numbers are asked about once more. */
async function newest(question: Question): Promise<ArrivedOutcome> {
  const answer = await ask(question, { sort: 'DESC', limit: 1 })
  if (typeof answer === 'string') return unreadable(answer)
  if ('outcome' in answer) return answer
  const [row] = answer.data
  return { outcome: 'arrived', sentAt: [], mark: row ? markOf(row) : '0', isMore: false }
}

const unreadable = (answer: 'too-long' | 'too-slow'): Unanswered =>
  answer === 'too-long' ? refused('not-understood') : { outcome: 'retry', reason: 'timeout' }

function askRange(
  question: Question,
  { first, end }: { readonly first: number; readonly end?: number },
  limit: number,
): Promise<Answer> {
  const where = [
    { statement: 'message.ROWID >= :first', args: { first } },
    ...(end === undefined ? [] : [{ statement: 'message.ROWID < :end', args: { end } }]),
  ]
  return ask(question, { where, sort: 'ASC', limit })
}

/** Without chats and files: only the number and the time of a row are of interest. */
const ask = ({ agent, limits }: Question, body: object): Promise<Answer> =>
  askForPart(agent, z.array(Row), 'message/query', {
    ...limits,
    method: 'POST',
    body: JSON.stringify({ ...body, with: [], offset: 0, convertAttachments: false }),
  })
