/** A line of a message for each theme, which shows what it is about. */
import { mostTypical } from '@verbatim/analyser/themes/themes.ts'
import type { Category } from '@verbatim/contract/categories.ts'
import type { MessageId, ThemeId } from '@verbatim/contract/ids.ts'
import type { MetricQuery } from '@verbatim/contract/metrics.ts'
import type { ThemeLine } from '@verbatim/contract/themes.ts'
import { sql } from 'kysely'
import { findPeriods } from '#domains/metrics/period.ts'
import { placedIn } from '#domains/metrics/theme-counts.ts'
import { isPlacedIn } from '#domains/themes/moving.ts'
import { findCentres } from '#domains/themes/queries.ts'
import type { AccessScope } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** So many of the newest messages of each theme are compared. */
const compared = 12
/** So much of a text is read, in characters, and so much is shown. */
const readLength = 400
const shownLength = 200

interface LinesAsked {
  readonly scope: AccessScope
  readonly category: Category | undefined
  readonly query: MetricQuery
  /** Also themes that were hidden from everyone. */
  readonly seesHidden: boolean
  readonly now: Date
}

interface SaidRow {
  readonly theme_id: ThemeId
  readonly message_id: MessageId
  readonly text: string
  readonly language: string
}

/** Of messages with a theme by their own text; what was deleted is no example. */
export async function findThemeLines(
  tx: TenantTx,
  { query, now, seesHidden, ...question }: LinesAsked,
): Promise<ThemeLine[]> {
  const { current, zone } = await findPeriods(tx, query, now)
  const { rows } = await sql<SaidRow>`
    select theme.id as theme_id, said.message_id, said.text, said.language
    from theme cross join lateral (
      select message.id as message_id, left(coalesce(nullif(message.body, ''), message.subject), ${sql.lit(readLength)}) as text, message.language
      from message_theme placed join message on message.tenant_id = placed.tenant_id and message.id = placed.message_id
      where placed.tenant_id = theme.tenant_id and ${isPlacedIn} and not placed.from_context and message.deleted_at is null
        and ${placedIn(question, { previous: current, current, zone })}
      order by placed.posted_at desc limit ${sql.lit(compared)}
    ) said
    where theme.retired_at is null and theme.is_shown and (theme.hidden_at is null or ${seesHidden})
      and said.text <> ''`.execute(tx)
  const byTheme = Map.groupBy(rows, (row) => row.theme_id)
  const centres = await findCentres(tx, [...byTheme.keys()])
  return [...byTheme].flatMap(([themeId, said]) => {
    const [first = 0] = mostTypical(centres.get(themeId) ?? [], said)
    const one = said[first]
    return one ? [{ themeId, messageId: one.message_id, text: toLine(one.text) }] : []
  })
}

function toLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > shownLength ? `${line.slice(0, shownLength).trimEnd().toWellFormed()}…` : line
}
