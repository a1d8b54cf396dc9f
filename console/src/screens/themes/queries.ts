import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { Category } from '@verbatim/contract/categories.ts'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import { ThemeId } from '@verbatim/contract/ids.ts'
import { formatListQuery } from '@verbatim/contract/list.ts'
import {
  getTheme,
  getThemeMetrics,
  listThemeContacts,
  listThemeExamples,
  listThemeLines,
  type Theme,
  type ThemeLine,
  type ThemeOrder,
  type ThemeView,
} from '@verbatim/contract/themes.ts'
import { knownId } from '#lists/one-query.ts'
import { periodQuery } from '#screens/metrics/metric-period.ts'

export type ThemeMetrics = OutputOf<typeof getThemeMetrics>

interface ThemesAsked {
  readonly category: Category | undefined
  readonly view: ThemeView
  readonly order: ThemeOrder
  readonly period: string
}

/** The themes of a tab. Those of the former question stay visible while the next are counted. */
export const themeMetricsQuery = (api: Api, { category, view, order, period }: ThemesAsked) =>
  queryOptions({
    queryKey: ['themes', 'metrics', category, view, order, period],
    queryFn: ({ signal }): Promise<ThemeMetrics> =>
      api(getThemeMetrics, { query: { ...periodQuery(period), category, view, order } }, signal),
    placeholderData: (before: ThemeMetrics | undefined, query) =>
      query?.queryKey[3] === view ? before : undefined,
  })

/** A line of a message for each theme of a tab, by the theme's ID. */
export const themeLinesQuery = (api: Api, { category, period }: Pick<ThemesAsked, 'category' | 'period'>) =>
  queryOptions({
    queryKey: ['messages', 'theme lines', category, period],
    queryFn: ({ signal }) => api(listThemeLines, { query: { ...periodQuery(period), category } }, signal),
    select: ({ items }): ReadonlyMap<ThemeId, ThemeLine> =>
      new Map(items.map((line) => [line.themeId, line])),
  })

/** One theme. An invalid ID has no theme. */
export const themeQuery = (
  api: Api,
  id: string,
  { category, period }: Pick<ThemesAsked, 'category' | 'period'>,
) =>
  queryOptions({
    queryKey: ['themes', 'one', id, category, period],
    queryFn: ({ signal }): Promise<Theme> =>
      api(
        getTheme,
        {
          params: { id: knownId(ThemeId, id, 'theme.not-found') },
          query: { ...periodQuery(period), category },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

/** So many contacts are on a page at first. */
export const contactsOfPage = 10

/** A page of the contacts who wrote about a theme. */
export const themeContactsQuery = (
  api: Api,
  {
    id,
    category,
    period,
    page,
    size,
  }: Pick<ThemesAsked, 'category' | 'period'> & Pick<Theme, 'id'> & { page: number; size: number },
) =>
  queryOptions({
    queryKey: ['themes', 'contacts', id, category, period, page, size],
    queryFn: ({ signal }) =>
      api(
        listThemeContacts,
        {
          params: { id },
          query: {
            ...periodQuery(period),
            category,
            limit: size,
            skip: (page - 1) * size,
          },
        },
        signal,
      ),
    placeholderData: keepPreviousData,
  })

/** So many examples are shown; the others are in the Content Library. */
const examples = 5

/** The messages behind a theme's figure that show best what it is about. */
export const themeExamplesQuery = (
  api: Api,
  { id, drilldown }: Pick<Theme, 'id' | 'drilldown'>,
  category: Category | undefined,
) =>
  queryOptions({
    queryKey: ['messages', 'theme examples', id, drilldown.period, category],
    queryFn: ({ signal }) =>
      api(
        listThemeExamples,
        {
          params: { id },
          query: {
            ...formatListQuery({
              limit: examples,
              ...(category && {
                filter: [{ field: 'categoryId', operator: 'eq', values: [category] }],
              }),
            }),
            ...(drilldown.period && { period: drilldown.period }),
          },
        },
        signal,
      ),
  })
