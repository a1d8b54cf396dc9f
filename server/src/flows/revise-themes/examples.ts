/** Messages that show what a theme is about. */
import { mostTypical } from '@verbatim/analyser/themes/themes.ts'
import type { Page } from '@verbatim/contract/list.ts'
import type { Message } from '@verbatim/contract/messages.ts'
import { findMessages } from '#domains/messages/queries.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { findCentres, type StandingTheme } from '#domains/themes/queries.ts'

/** So many of the newest messages are compared; they are read as far as a list shows them. */
const compared = 200
const newestFirst = [{ field: 'postedDate', direction: 'desc' }] as const

interface Asked {
  readonly theme: StandingTheme
  readonly query: Parameters<typeof findMessages>[2]
  readonly reach: Parameters<typeof findMessages>[3]
}

/** Of the newest messages of a list those that are nearest to the theme's centre, as many as a page has. */
export async function findExamples(
  tx: TenantTx,
  scope: AccessScope,
  { theme, query, reach }: Asked,
): Promise<Page<Message>> {
  const { items } = await findMessages(
    tx,
    scope,
    { ...query, sort: newestFirst, limit: compared, skip: 0, exactTo: compared },
    reach,
  )
  const order = mostTypical(
    (await findCentres(tx, [theme.id])).get(theme.id) ?? [],
    items.map(({ subject = '', body, language }) => ({ text: `${subject}\n${body ?? ''}`, language })),
  )
  const examples = order.slice(0, query.limit).flatMap((at) => items[at] ?? [])
  return { items: examples, total: examples.length }
}
