import type { InputOf } from '@verbatim/contract/endpoint.ts'
import type { ThemeId } from '@verbatim/contract/ids.ts'
import type { listThemeMessages } from '@verbatim/contract/themes.ts'
import { findListPeriod, findPeriods } from '#domains/metrics/period.ts'
import { findStandingId, requireTheme, type StandingTheme } from '#domains/themes/queries.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'

/**
 * The theme of an ID, or what it was merged into. What was hidden from everyone, those who manage themes still see.
 * @throws Failure `theme.not-found`
 */
export async function requireShown(
  tx: TenantTx,
  { scope, permissions }: Actor,
  id: ThemeId,
): Promise<StandingTheme> {
  const theme = await requireTheme(tx, scope, await findStandingId(tx, id))
  if (theme.hidden_at && !permissions.has('themes.manage')) throw new Failure('theme.not-found', { id })
  return theme
}

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
