import { z } from 'zod'
import { inFullForm } from './bluebubbles-messages.ts'

type Row = Readonly<Record<string, unknown>>

/** As the agent checks it. */
const Query = z.object({
  with: z.array(z.string()).default([]),
  after: z.number().min(0).default(0),
  before: z.number().min(1).default(Infinity),
  offset: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(1_000).default(100),
  sort: z.enum(['ASC', 'DESC']).default('DESC'),
  convertAttachments: z.boolean().default(true),
  where: z.array(z.object({ statement: z.string(), args: z.record(z.string(), z.number()) })).default([]),
})

/** Conditions on the number of a row, the only ones that it knows; undefined for another one, which its database would refuse. */
function conditionOf({ statement, args }: z.infer<typeof Query>['where'][number]) {
  const [, sign, name = ''] = /^message\.ROWID (>=|<) :(\w+)$/.exec(statement) ?? []
  const bound = args[name]
  if (!sign || bound === undefined) return undefined
  return (row: Row) => {
    const number = Number(row['originalROWID'])
    return sign === '<' ? number < bound : number >= bound
  }
}

/**
 * The rows of one page, with both ends of the time, in the full form; undefined for a query that the agent refuses. What
 * `with` does not name is not in them. If it names chats, rows without one are not found.
 */
export function queryMessages(
  rows: readonly Row[],
  body: string,
): { data: Row[]; metadata: object } | undefined {
  const query = Query.safeParse(JSON.parse(body)).data
  if (!query) return undefined
  const { after, before, offset, limit, sort } = query
  const conditions = query.where.map(conditionOf)
  if (conditions.includes(undefined)) return undefined
  const names = new Set(query.with.map((name) => name.trim().toLowerCase()))
  const withChats = names.has('chats') || names.has('chats.participants')
  const timeOf = (row: Row) => (typeof row['dateCreated'] === 'number' ? row['dateCreated'] : 0)
  const found = rows
    .filter((row) => timeOf(row) >= after && timeOf(row) <= before)
    .filter((row) => conditions.every((fits) => fits?.(row)))
    .filter(({ chats }) => !withChats || (Array.isArray(chats) && chats.length > 0))
    // Rows of the same time come as they were written, whatever the direction.
    .toSorted((a, b) => (sort === 'ASC' ? 1 : -1) * (timeOf(a) - timeOf(b)))
  const data = found
    .slice(offset, offset + limit)
    .map(inFullForm)
    .map((row) => ({
      ...row,
      chats: withChats ? (row['chats'] as Row[]).map((chat) => toChat(chat, names)) : [],
      attachments: names.has('attachments') ? row['attachments'] : [],
      attributedBody: names.has('attributed-body') ? row['attributedBody'] : null,
      messageSummaryInfo: names.has('message-summary-info') ? (row['messageSummaryInfo'] ?? null) : null,
      payloadData: names.has('payload-data') ? (row['payloadData'] ?? null) : null,
    }))
  return { data, metadata: { offset, limit, total: found.length, count: data.length } }
}

function toChat({ participants, ...chat }: Row, names: ReadonlySet<string>): Row {
  return names.has('chats.participants') && participants ? { ...chat, participants } : chat
}
