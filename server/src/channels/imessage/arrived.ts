/** Rows that came to the Mac late: iCloud syncs them with the time at which they were written, and each new row has a higher number. */
import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'
import { dateOf } from '#channels/date-of.ts'
import type { ArrivedOutcome, ListingLimits } from '#channels/provider-calls.ts'
import { refused, type Unanswered } from '#channels/unanswered.ts'
import { askForPart, type Asked } from './agent.ts'
import { type Agent, agentOf } from './settings.ts'

const noNumber = -1
const noGuid = ''
/** Of a row in a strange form is taken what is known: it holds back no others. */
const Row = z
  .object({
    originalROWID: z.number().int().catch(noNumber),
    guid: z.string().catch(noGuid),
    dateCreated: z.number().nullish().catch(null),
  })
  .catch({ originalROWID: noNumber, guid: noGuid, dateCreated: null })
type Row = z.infer<typeof Row>

interface Question {
  readonly agent: Agent
  readonly limits: Omit<ListingLimits, 'mostItems'>
}
type Answer = Asked<Row[]> | 'too-long' | 'too-slow'

/** From which number on rows are asked for. */
interface Mark {
  readonly first: number
  /** Of that row, if it was seen. */
  readonly guid: string | undefined
  /** From `first` on no row was left, though there was one with this number. The next one says whether it is the same database. */
  readonly last: number | undefined
}

function toMark(text = ''): Mark | undefined {
  const [, first, last, guid] = /^(\d+)(?:-(\d+))?(?:\/(.*))?$/s.exec(text) ?? []
  if (first === undefined) return undefined
  return { first: Number(first), last: last === undefined ? undefined : Number(last), guid }
}
const textOf = ({ first, last, guid }: Mark) =>
  `${first}${last === undefined ? '' : `-${last}`}${guid === undefined ? '' : `/${guid}`}`

/**
 * The rows from the last known one on. A mark is the number of a row, and its guid if it was seen: if the row has another one, the Mac has
 * another database, whose numbers begin anew. So it has if a new row has a number that was given before: a database gives none twice
 * (`AUTOINCREMENT`). Rows are asked for by a range of numbers, because a page of the agent is in the order of time.
 */
export async function rowsArrivedSince(
  account: ChannelAccount,
  mark: string | undefined,
  { mostItems, ...limits }: ListingLimits,
): Promise<ArrivedOutcome> {
  const agent = agentOf(account)
  if (!agent) return refused('not-configured')
  const question = { agent, limits }
  const known = toMark(mark)
  if (!known) return newest(question)
  const isAgain = await isGivenAgain(question, known)
  if (typeof isAgain === 'object') return isAgain
  if (isAgain) return renewed(question)
  const first = known.last === undefined ? known.first : known.last + 1
  let failed: 'too-long' | 'too-slow' | undefined
  // Rows that are too much together are asked for in fewer numbers.
  for (let width = mostItems; width >= 1; width = Math.floor(width / 2)) {
    const answer = await askRange(question, { first, end: first + width }, width)
    if (typeof answer === 'object')
      return 'outcome' in answer
        ? answer
        : arrivedOf(question, known, { rows: answer.data, end: first + width })
    failed = answer
  }
  if (failed === 'too-slow') return { outcome: 'retry', reason: 'timeout' }
  // One row that is more than we read is in the list, as one that could not be read.
  return { outcome: 'arrived', sentAt: [], mark: String(first + 1), isMore: true }
}

/** Whether a row has come whose number another one had. */
const isGivenAgain = async (question: Question, { first, last }: Mark): Promise<boolean | Unanswered> =>
  last !== undefined && (await isAnyFrom(question, { first, end: last + 1 }))

async function arrivedOf(
  question: Question,
  mark: Mark,
  { rows, end }: { rows: readonly Row[]; end: number },
): Promise<ArrivedOutcome> {
  const { first, guid } = mark
  const known = guid === undefined ? undefined : rows.find((row) => row.originalROWID === first)
  if (known && known.guid !== noGuid && known.guid !== guid) return renewed(question)
  const isMore = await isAnyFrom(question, { first: end })
  if (typeof isMore === 'object') return isMore
  const last = rows
    .filter(isNumbered)
    .toSorted((a, b) => a.originalROWID - b.originalROWID)
    .at(-1)
  if (rows.length === 0 && !isMore) return nothingFrom(question, mark)
  return {
    outcome: 'arrived',
    sentAt: rows.flatMap((row) => (row === known ? [] : (dateOf(row.dateCreated ?? undefined) ?? []))),
    mark: isMore ? String(end) : last ? markOf(last) : textOf(mark),
    isMore,
  }
}

const isNumbered = ({ originalROWID: number }: Row) => number !== noNumber
/** Of a row without a number it is none. A row without a guid does not say later whether it is the same: then it is the next one's. */
function markOf(row: Row): string {
  const { originalROWID: number, guid } = row
  if (!isNumbered(row)) return ''
  return guid === noGuid ? String(number + 1) : `${number}/${guid}`
}

/** From where on to ask: rows that were synced before with higher numbers are asked about once more. */
async function newest(question: Question): Promise<ArrivedOutcome> {
  const answer = await ask(question, { sort: 'DESC', limit: 1 })
  if (typeof answer === 'string') return unreadable(answer)
  if ('outcome' in answer) return answer
  const [row] = answer.data
  return { outcome: 'arrived', sentAt: [], mark: row ? markOf(row) : '0', isMore: false }
}

async function renewed(question: Question): Promise<ArrivedOutcome> {
  const answer = await newest(question)
  return answer.outcome === 'arrived' ? { ...answer, isRenewed: true } : answer
}

/** Its owner removed the newest rows, or another Mac has fewer. The next row comes after those that are left. */
async function nothingFrom(question: Question, { first, guid, last }: Mark): Promise<ArrivedOutcome> {
  const given = last ?? (guid === undefined ? first - 1 : first)
  if (given < 1) return newest(question)
  const highest = await highestBelow(question, first)
  if (typeof highest === 'object') return highest
  const arrived = { outcome: 'arrived', sentAt: [], isMore: false } as const
  if (highest >= given) return { ...arrived, mark: String(highest + 1) }
  return { ...arrived, mark: `${highest + 1}-${given}`, isInDoubt: true }
}

/** The highest number of a row below one from which on there is none; 0 if there is none at all. Most often it is near. */
async function highestBelow(question: Question, end: number): Promise<number | Unanswered> {
  let low = 0
  for (let [high, step] = [end, 1]; low + 1 < high;) {
    const middle = Math.max(high - step, Math.floor((low + high) / 2))
    const isAny = await isAnyFrom(question, { first: middle, end })
    if (typeof isAny === 'object') return isAny
    if (isAny) low = middle
    else [high, step] = [middle, step * 2]
  }
  return low
}

/** One that is too long, or too slow, is one, too. */
async function isAnyFrom(question: Question, range: NumberRange): Promise<boolean | Unanswered> {
  const answer = await askRange(question, range, 1)
  if (typeof answer === 'string') return true
  return 'outcome' in answer ? answer : answer.data.length > 0
}

const unreadable = (answer: 'too-long' | 'too-slow'): Unanswered =>
  answer === 'too-long' ? refused('not-understood') : { outcome: 'retry', reason: 'timeout' }

interface NumberRange {
  readonly first: number
  readonly end?: number
}

function askRange(question: Question, { first, end }: NumberRange, limit: number): Promise<Answer> {
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
