import { type Category, categories } from '@verbatim/contract/categories.ts'
import { type ThemeOrder, themeOrders, type ThemeView, themeViews } from '@verbatim/contract/themes.ts'

/** The tabs of Themes, as the address names them: all messages, or those of one category. */
const slugs: Record<Category, string> = {
  question: 'questions',
  request: 'requests',
  complaint: 'complaints',
  compliment: 'compliments',
  other: 'other',
}
const labels: Record<Category, string> = {
  question: 'Questions',
  request: 'Requests',
  complaint: 'Complaints',
  compliment: 'Compliments',
  other: 'Other',
}
const nouns: Record<Category, string> = {
  question: 'question',
  request: 'request',
  complaint: 'complaint',
  compliment: 'compliment',
  other: 'other message',
}

export interface ThemeTab {
  readonly slug: string
  readonly label: string
  readonly category: Category | undefined
  /** What one of its messages is called: shares are of all of these. */
  readonly noun: string
}

const all: ThemeTab = { slug: 'all', label: 'All', category: undefined, noun: 'message' }

/** In the order of the interface. Source: docs/rules/channels.md. */
export const themeTabs: readonly ThemeTab[] = [
  all,
  ...categories.map((category) => ({
    slug: slugs[category],
    label: labels[category],
    category,
    noun: nouns[category],
  })),
]

/** The tab of an address; undefined if there is none of this name. */
export const themeTabOf = (slug: string = all.slug): ThemeTab | undefined =>
  themeTabs.find((tab) => tab.slug === slug)

/** The order that an address asks for; otherwise those that stand out come first. */
export const themeOrderOf = (sort: string | undefined): ThemeOrder =>
  themeOrders.find((order) => order === sort) ?? 'standing-out'

/** The themes that an address asks for: the usual ones, or those that were put aside; undefined if there are none of this name. */
export const themeViewOf = (filter: string | undefined): ThemeView | undefined =>
  filter === undefined ? 'shown' : themeViews.find((view) => view === filter)
