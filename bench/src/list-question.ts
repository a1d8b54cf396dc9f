/** One question to a list of the product, compared with the same page and count as plain SQL. */
import type { WorldTenant } from '@verbatim/server/testing/world.ts'
import { percentile, type Row } from './figures.ts'
import type { Product } from './product.ts'
import { openTenantClient } from './tenant-client.ts'
import { byTurns } from './timed.ts'

const pageSize = 50

export interface Question {
  readonly name: string
  /** The query string of the list's address. */
  readonly asked: string
  /** The same as SQL. */
  readonly where: string
  readonly order: string
  readonly skip?: number
}

interface QuestionedList {
  readonly product: Product
  readonly tenant: WorldTenant
  readonly token: string
  readonly path: string
  /** The rows of the list, as SQL after `from`, including the start of `where`. */
  readonly rows: string
}

/** @returns The 95th percentile of both, measured alternately; at most 100 ms is promised. */
export async function measureQuestion(list: QuestionedList, question: Question): Promise<Row> {
  const { product, tenant, token, path } = list
  const { name, asked, where, order, skip = 0 } = question
  const ask = openTenantClient(product.port, tenant.label)
  const matching = `${list.rows} and ${where}`
  const times = await byTurns(
    () => ask({ token, path: asked ? `${path}?${asked}` : path }),
    async () => {
      await product.admin.query(
        `select * from ${matching} order by ${order} limit ${pageSize} offset ${skip}`,
      )
      await product.admin.query(`select count(*) from ${matching}`)
    },
  )
  return {
    what: `${name}, p95`,
    ours: percentile(times.ours, 0.95),
    floor: percentile(times.bare, 0.95),
    against: 'bare SQL',
    unit: 'ms',
    marks: { atMost: 100 },
  }
}
