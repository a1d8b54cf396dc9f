import { type Urgency, urgencies, urgencyNames } from '@verbatim/contract/categories.ts'
import type { Drilldown } from '@verbatim/contract/metrics.ts'
import type { ThemeFigures, ThemeTrend } from '@verbatim/contract/themes.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import type { ThemeTab } from './theme-tabs.ts'

const trendWords: Record<ThemeTrend, string> = {
  risen: 'clearly rising',
  fallen: 'clearly falling',
  steady: 'steady',
}

/** Whether a change of the share means something; without messages in the period before nothing can be said. */
export const trendText = (
  { trend, previousShare }: Pick<ThemeFigures, 'trend' | 'previousShare'>,
  { noun }: Pick<ThemeTab, 'noun'>,
): string => (previousShare === null ? `of all ${noun}s` : trendWords[trend])

/** The same where nothing else says what the share is of. */
export const shareText = (
  figures: Pick<ThemeFigures, 'trend' | 'previousShare'>,
  tab: Pick<ThemeTab, 'noun'>,
): string =>
  figures.previousShare === null ? trendText(figures, tab) : `of all ${tab.noun}s, ${trendText(figures, tab)}`

/** What those words mean, once for a page of them. */
export const trendMeaning = ({ noun }: Pick<ThemeTab, 'noun'>) =>
  `A theme is clearly rising or falling if a change this large in its share of all ${noun}s would happen by chance less than 1 time in 100.`

/** The parts that are there, the most urgent first: `High 12`. */
export const urgencyParts = (urgency: Readonly<Record<Urgency, number>>) =>
  urgencies
    .toReversed()
    .filter((one) => urgency[one] > 0)
    .map((one) => ({
      urgency: one,
      messages: urgency[one],
      text: `${urgencyNames[one]} ${numberText(urgency[one])}`,
    }))

/** The question for the messages of a theme that have an urgency. */
export const urgencyRows = (
  { list, period, filter }: ThemeFigures['drilldown'],
  urgency: Urgency,
): Omit<Drilldown, 'rows'> => ({
  list,
  ...(period !== undefined && { period }),
  filter: [filter, `urgency[eq]:${urgency}`].filter(Boolean).join(','),
})

/** The part of a theme’s page with the contacts who wrote about it. */
export const contactsId = 'contacts'
