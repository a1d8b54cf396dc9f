/** Themes: what messages are about, found in the organization's own messages. */
import { z } from 'zod'
import { Category, Urgency } from './categories.ts'
import { Channel } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersion } from './expected-version.ts'
import { ContactId, MessageId, SubthemeId, ThemeId, UserId } from './ids.ts'
import { listOfDays } from './list-of-days.ts'
import { page } from './list.ts'
import { Message, messageList } from './messages.ts'
import { pageOf } from './metric-pages.ts'
import { Drilldown, MetricPeriod, ofPeriod } from './metrics.ts'
import { text } from './text.ts'
import { ThemeFeeling } from './theme-feedback.ts'

export const themeLimits = { name: 80, words: 6, people: 10, subthemes: 8 } as const

const themeChangeKinds = ['new', 'merged', 'split', 'retired', 'renamed', 'hidden', 'shown'] as const
export type ThemeChangeKind = (typeof themeChangeKinds)[number]

/** Which themes: all but those that the reader dislikes or that were hidden, or only those. */
export const themeViews = ['shown', 'disliked', 'hidden'] as const
export const ThemeView = z.enum(themeViews)
export type ThemeView = z.infer<typeof ThemeView>

/**
 * What is first, after the themes that the reader likes: those that stand out, which had more messages in some weeks than the rest of the
 * period explains, or those with most messages.
 */
export const themeOrders = ['standing-out', 'messages'] as const
export const ThemeOrder = z.enum(themeOrders)
export type ThemeOrder = z.infer<typeof ThemeOrder>

/** Whether a theme's share of all messages has changed by more than chance explains. */
const themeTrends = ['risen', 'fallen', 'steady'] as const
export type ThemeTrend = (typeof themeTrends)[number]

/** A theme in a period, as far as the reader may see its messages. */
export const ThemeFigures = z.object({
  id: ThemeId,
  name: z.string(),
  /** Words that are typical of it, the most typical first. */
  words: z.array(z.string()),
  messages: z.int(),
  previous: z.int(),
  /** Of all messages of the period, or of the category that was asked for, in percent. */
  share: z.number().nullable(),
  previousShare: z.number().nullable(),
  trend: z.enum(themeTrends),
  /** Outside people who wrote about it. */
  contacts: z.int(),
  /** Its messages of each urgency. */
  urgency: z.record(Urgency, z.int()),
  /** For each of `days`. */
  series: z.array(z.int()),
  /** When it was found. */
  foundAt: z.iso.datetime(),
  /**
   * Present if it was found in the period, and not when themes were first looked for: the words that made it a theme. Empty for readers of
   * a part, who are shown no words.
   */
  newBy: z.string().optional(),
  /** What the reader thinks of it. */
  feeling: ThemeFeeling.nullable(),
  isHidden: z.boolean(),
  /** Its messages of the period. */
  drilldown: Drilldown,
})
export type ThemeFigures = z.infer<typeof ThemeFigures>

/** When themes were looked for, and how much of the period has one. */
const ThemeCoverage = z.object({
  /** All messages of the period, or of the category that was asked for, and those with a theme. */
  messages: z.int(),
  placed: z.int(),
  /** `null` if they were not looked for yet. */
  revisedAt: z.iso.datetime().nullable(),
  nextAt: z.iso.datetime().nullable(),
})

/** Of messages of one category, by either name. */
const ofCategory = { category: Category.optional(), 'category-id': Category.optional() }
const isOneCategory = ({ category, 'category-id': id = category }: Categorized) =>
  category === undefined || category === id
/** A question that may name a category. */
export interface Categorized {
  readonly category?: Category | undefined
  readonly 'category-id'?: Category | undefined
}

/** A question about one category at most. */
export const ofOneCategory = <Asked extends z.ZodType<Categorized>>(question: Asked): Asked =>
  question.refine(isOneCategory, { path: ['category-id'], message: 'Give one category.' })

/** The category that a question is about. */
export const categoryOf = ({ category, 'category-id': id }: Categorized): Category | undefined =>
  category ?? id

/** The themes of a period: those that the reader likes first, then in the order asked for. */
export const getThemeMetrics = endpoint({
  method: 'GET',
  path: '/bff/themes/metrics',
  query: ofOneCategory(
    ofPeriod({
      ...ofCategory,
      view: ThemeView.default('shown'),
      order: ThemeOrder.default('standing-out'),
    }),
  ),
  response: MetricPeriod.extend({
    items: z.array(ThemeFigures),
    coverage: ThemeCoverage,
    /** How many themes the other views have. */
    disliked: z.int(),
    hidden: z.int(),
  }),
  access: 'themes.view',
})

/** A change of a theme. */
export const ThemeChange = z.object({
  kind: z.enum(themeChangeKinds),
  /** The theme that it became a part of, or was a part of, if it still exists. */
  other: z.object({ id: ThemeId, name: z.string() }).optional(),
  /** Of `split`, in the history of the theme that was split: what became a theme of its own. */
  part: z.object({ id: ThemeId, name: z.string() }).optional(),
  reason: z.string(),
  /** Its name before. */
  was: z.string().optional(),
  /** Absent if the revision made it. */
  by: z.string().optional(),
  at: z.iso.datetime(),
})
export type ThemeChange = z.infer<typeof ThemeChange>

const part = { messages: z.int(), previous: z.int(), drilldown: Drilldown }

/** Someone who wrote about a theme. */
export const ThemePerson = z.object({
  name: z.string(),
  userId: UserId.optional(),
  contactId: ContactId.optional(),
  /** Of a person who is neither. */
  address: z.string().optional(),
  messages: z.int(),
  /** Absent for a person who is neither: no filter names them. */
  drilldown: Drilldown.optional(),
})
export type ThemePerson = z.infer<typeof ThemePerson>

/** What some of a theme's messages have in common that the others do not. */
const SubthemeFigures = z.object({
  id: SubthemeId,
  name: z.string(),
  ...part,
  /** Of the theme's messages of the period, in percent. */
  share: z.number().nullable(),
})
type SubthemeFigures = z.infer<typeof SubthemeFigures>

/** One theme in a period. */
export const Theme = MetricPeriod.extend({
  ...ThemeFigures.shape,
  previousSeries: z.array(z.int()),
  /** Typical words of other languages than the organization's, that of most messages first. */
  otherWords: z.array(z.object({ language: z.string(), words: z.array(z.string()) })),
  /** Those with messages in the period or the one before, the most frequent first. */
  subthemes: z.array(SubthemeFigures),
  /** Its messages in none of these. */
  otherSubthemes: SubthemeFigures.omit({ id: true, name: true }),
  channels: z.array(z.object({ channel: Channel, ...part })),
  categories: z.array(z.object({ category: Category, ...part })),
  /** Those who wrote most, on both sides. */
  people: z.array(ThemePerson),
  history: z.array(ThemeChange),
  /** A person named it, so the revision keeps the name. */
  isNamedByPerson: z.boolean(),
  version: z.int(),
  /** Messages of merged themes that have become its own, of how many; all figures count them already. Absent if all have, and for readers of a part. */
  moving: z.object({ messages: z.int(), moved: z.int() }).optional(),
})
export type Theme = z.infer<typeof Theme>

export const getTheme = endpoint({
  method: 'GET',
  path: '/bff/themes/:id',
  params: z.object({ id: ThemeId }),
  query: ofOneCategory(ofPeriod(ofCategory)),
  response: Theme,
  access: 'themes.view',
  failures: ['theme.not-found'],
})

/** One page of the outside people who wrote about it in the period, who wrote most first. */
export const listThemeContacts = endpoint({
  method: 'GET',
  path: '/bff/themes/:id/contacts',
  params: z.object({ id: ThemeId }),
  query: ofOneCategory(ofPeriod({ ...ofCategory, ...pageOf({ limit: 25, most: 200 }) })),
  response: page(ThemePerson),
  access: 'themes.view',
  failures: ['theme.not-found'],
})

/** Its messages: the Content Library's list with one more condition, and of some days if they are given. */
export const listThemeMessages = endpoint({
  method: 'GET',
  path: '/bff/themes/:id/messages',
  params: z.object({ id: ThemeId }),
  query: listOfDays(messageList),
  response: page(Message).extend({ partlySearchable: z.int().optional() }),
  access: 'messages.view',
  failures: ['theme.not-found', 'identity.hidden', 'purpose.required'],
})

/**
 * The messages of the same list that show best what the theme is about, the most typical first: of the newest ones, as many as a page has.
 * They have no further pages, and `sort` and `skip` change nothing.
 */
export const listThemeExamples = endpoint({ ...listThemeMessages, path: '/bff/themes/:id/examples' })

/** The beginning of a message that shows what a theme is about. */
export const ThemeLine = z.object({ themeId: ThemeId, messageId: MessageId, text: z.string() })
export type ThemeLine = z.infer<typeof ThemeLine>

/** One for each theme of a period, of the newest messages that the reader may see; none for a theme without a text. */
export const listThemeLines = endpoint({
  method: 'GET',
  path: '/bff/themes/lines',
  query: ofOneCategory(ofPeriod(ofCategory)),
  response: z.object({ items: z.array(ThemeLine) }),
  access: 'messages.view',
  failures: ['purpose.required'],
})

const ThemeDraft = z.strictObject({
  name: text({ min: 1, max: themeLimits.name }).optional(),
  isHidden: z.boolean().optional(),
  ...expectedVersion,
})

/** Renames a theme, or hides it from everyone. */
export const updateTheme = endpoint({
  method: 'PUT',
  path: '/bff/themes/:id',
  params: z.object({ id: ThemeId }),
  body: ThemeDraft,
  response: z.object({ id: ThemeId, version: z.int() }),
  access: 'themes.manage',
  failures: ['theme.not-found', 'theme.name-taken', 'theme.changed'],
})

/** Makes a theme a part of another, with its messages. */
export const mergeTheme = endpoint({
  method: 'POST',
  path: '/bff/themes/:id/merge',
  params: z.object({ id: ThemeId }),
  body: z.strictObject({ into: ThemeId, ...expectedVersion }),
  response: z.object({ id: ThemeId, version: z.int() }),
  access: 'themes.manage',
  failures: ['theme.not-found', 'theme.changed', 'theme.same'],
})

/**
 * Makes a sub-theme a theme of its own, with its messages, and new ones like them. It has the name of the sub-theme, or the one given. Messages of
 * a large one are moved one after another.
 */
export const splitTheme = endpoint({
  method: 'POST',
  path: '/bff/themes/:id/split',
  params: z.object({ id: ThemeId }),
  body: z.strictObject({
    subthemeId: SubthemeId,
    name: text({ min: 1, max: themeLimits.name }).optional(),
    ...expectedVersion,
  }),
  response: z.object({ id: ThemeId, version: z.int() }),
  access: 'themes.manage',
  failures: ['theme.not-found', 'theme.no-subtheme', 'theme.name-taken', 'theme.changed'],
})
