import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ThemeId } from '@verbatim/contract/ids.ts'
import type { listThemeMessages } from '@verbatim/contract/themes.ts'
import { findListPeriod, findPeriods } from '#domains/metrics/period.ts'
import { requireShownTheme, type StandingTheme } from '#domains/themes/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'

/** What was hidden from everyone, those who manage themes still see. */
export const seesHiddenOf = ({ permissions }: Pick<Actor, 'permissions'>) => permissions.has('themes.manage')

/** @throws Failure `theme.not-found` */
export const requireShown = (tx: TenantTx, actor: Actor, id: ThemeId): Promise<StandingTheme> =>
  requireShownTheme(tx, { scope: actor.scope, seesHidden: seesHiddenOf(actor) }, id)

type ThemeMessagesQuery = InputOf<typeof listThemeMessages>['query']

/** The question for a theme's messages, of the days that it names. */
export async function ofTheme(
  tx: TenantTx,
  id: ThemeId,
  { ofDays, ...query }: ThemeMessagesQuery,
  now: Date,
): Promise<Omit<ThemeMessagesQuery, 'ofDays'>> {
  const theme = { field: 'themeId', operator: 'eq', values: [id] } as const
  if (!ofDays) return { ...query, filter: [...query.filter, theme] }
  const periods = await findPeriods(tx, ofDays, now)
  const values = (await findListPeriod(tx, periods.current, periods)).split('|')
  return { ...query, filter: [...query.filter, theme, { field: 'postedDate', operator: 'between', values }] }
}
