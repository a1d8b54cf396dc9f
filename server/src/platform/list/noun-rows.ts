import type { FailureCode } from '@verbatim/contract/errors.ts'
import type { ListQuery, Page } from '@verbatim/contract/list.ts'
import { type RawBuilder, sql } from 'kysely'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { findPage, type Listing } from './page.ts'
import { allOf, wordsSql } from './sql.ts'

/** The rows of a noun: how they are listed and searched, and what one of them is. */
interface NounRows<F extends string, Row, Thing> extends Pick<Listing<F>, 'spec' | 'columns' | 'from'> {
  /** Of the rows in `from`. */
  readonly alias: string
  /** The column of their IDs. */
  readonly id?: keyof Row & string
  /** The texts in which the words of a search are looked for. */
  readonly searched: readonly RawBuilder<unknown>[]
  readonly toThing: (row: Row) => Thing
  readonly missing: FailureCode
}

type Query<F extends string> = Parameters<typeof findPage<unknown, F>>[2] & Pick<ListQuery, 'search'>

/** A noun's list, and one of it by its ID, from the same rows. */
export function nounRows<Row>() {
  return <F extends string, Thing>(noun: NounRows<F, Row, Thing>) => {
    const { spec, columns, from, alias, searched, toThing, missing } = noun
    const id = sql.ref(`${alias}.${noun.id ?? 'id'}`)
    const select = sql`${sql.ref(alias)}.*`
    return {
      /** One page of the list. */
      find: async (tx: TenantTx, query: Query<F>, now: Date): Promise<Page<Thing>> => {
        const where = query.search ? wordsSql(searched, query.search.text) : allOf([])
        const page = await findPage<Row, F>(tx, { spec, columns, select, from, where, tie: id }, query, now)
        return { ...page, items: page.items.map(toThing) }
      },
      /** @throws Failure `missing` */
      require: async (tx: TenantTx, known: string): Promise<Thing> => {
        const { rows } = await sql<Row>`select ${select} from ${from} where ${id} = ${known}`.execute(tx)
        const [row] = rows
        if (!row) throw new Failure(missing)
        return toThing(row)
      },
    }
  }
}
