/**
 * The agents of several Macs, each below a path of its own: their lists alone. Run by `listed.ts` in a separate process, so that
 * its work is not that of the process that compares. It sends its port first.
 */
import { text } from 'node:stream/consumers'
import { openLocalServer } from '@verbatim/server/testing/fakes/local-server.ts'
import { type MacList, rowOf } from './listed-rows.ts'

interface Query {
  readonly after?: number
  readonly before?: number
  readonly offset?: number
  readonly limit?: number
  readonly sort?: 'ASC' | 'DESC'
  readonly where?: readonly { readonly statement: string; readonly args: Readonly<Record<string, number>> }[]
}

const list = JSON.parse(process.argv[2] ?? '') as MacList
process.once('disconnect', () => process.exit())
const server = await openLocalServer(async (asked, answer) => {
  const [, mac] = /^\/mac-(\d+)\/api\/v1\/message\/query\?/.exec(asked.url ?? '') ?? []
  if (mac === undefined) return void answer.writeHead(404).end()
  const found = pageOf(Number(mac), JSON.parse(await text(asked)) as Query)
  answer.writeHead(200, { 'content-type': 'application/json' })
  answer.end(JSON.stringify({ status: 200, message: 'Success', ...found }))
})
process.send?.(server.port)

function pageOf(mac: number, query: Query): { data: unknown[]; metadata: object } {
  const { offset = 0, limit = 100, sort = 'DESC' } = query
  const [first, end] = rangeOf(query)
  const total = Math.max(0, end - first)
  const size = Math.max(0, Math.min(limit, total - offset))
  const indexAt = (at: number) => (sort === 'ASC' ? first + offset + at : end - 1 - offset - at)
  const data = Array.from({ length: size }, (_, at) => rowOf(list, mac, indexAt(at)))
  return { data, metadata: { offset, limit, total, count: data.length } }
}

/** Both ends of the time are in it. */
function rangeOf({ after = 0, before = Infinity, where = [] }: Query): readonly [first: number, end: number] {
  const { from, everyMs, count } = list
  let first = Math.max(0, Math.ceil((after - from) / everyMs))
  let end = Math.min(count, Math.floor((before - from) / everyMs) + 1)
  for (const { statement, args } of where) {
    const [, sign, name = ''] = /^message\.ROWID (>=|<) :(\w+)$/.exec(statement) ?? []
    const bound = args[name]
    if (bound === undefined) throw new Error(`Nothing is known of ${statement}`)
    if (sign === '<') end = Math.min(end, bound - 1)
    else first = Math.max(first, bound - 1)
  }
  return [first, end]
}
