import type { Category, Urgency } from '@verbatim/contract/categories.ts'
import type { Channel } from '@verbatim/contract/channels.ts'
import type { ContactId, GroupId, MessageId, SubthemeId, ThemeId, UserId } from '@verbatim/contract/ids.ts'
import type { ThemeChangeKind } from '@verbatim/contract/themes.ts'
import type { ThemeFeeling } from '@verbatim/contract/theme-feedback.ts'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Direction } from '#kernel/captured-event.ts'
import type { TenantRow } from './tenant-row.ts'

/** The words that people write about a theme in a language. */
export interface SpokenWords {
  readonly language: string
  readonly words: readonly string[]
}

/** What some messages of a theme have in common. */
export interface SubthemeTable extends TenantRow {
  id: SubthemeId
  theme_id: ThemeId
  name: string
  /** By which messages of the theme are placed. */
  terms: ThemeTable['terms']
  /** The theme that a person made of it: its messages have that one. */
  own_theme_id: Generated<ThemeId | null>
  /** Found no more. */
  retired_at: Generated<Date | null>
  created_at: Date
}

/** What messages are about. */
export interface ThemeTable extends TenantRow {
  id: ThemeId
  name: string
  /** Who named it; null if the revision did. */
  named_by: Generated<UserId | null>
  /** By which messages are placed. None: it gets them from sub-themes of others alone. */
  terms: readonly (readonly [term: string, weight: number])[]
  /** Typical ones, as people write them. */
  words: readonly string[]
  /** Those of other languages. */
  other_words: Generated<readonly SpokenWords[]>
  /** Terms that tell no sub-themes apart. */
  common: Generated<readonly string[]>
  is_shown: boolean
  hidden_at: Generated<Date | null>
  merged_into: Generated<ThemeId | null>
  /** Merged, or found no more. */
  retired_at: Generated<Date | null>
  created_at: Date
  version: Generated<number>
}

/** Changes of themes with their reasons. Append-only. */
interface ThemeChangeTable extends TenantRow {
  id: string
  theme_id: ThemeId
  kind: ThemeChangeKind
  other_id: ThemeId | null
  reason: Generated<string>
  was_name: string | null
  /** Null if the revision made it. */
  made_by: UserId | null
  at: Date
}

/** What a user thinks of a theme. */
interface ThemeFeedbackTable extends TenantRow {
  user_id: UserId
  theme_id: ThemeId
  feeling: ThemeFeeling
  at: Date
}

/** The themes of an organization as a whole. */
export interface ThemeSetTable extends TenantRow {
  version: Generated<number>
  dictionary: { readonly texts: number; readonly terms: Readonly<Record<string, number>> } | null
  due_at: Date
  lease_until: Date | null
  /** Messages since the last revision. */
  fresh: Generated<number>
  /** Messages at the last revision. */
  messages: Generated<number>
  revised_at: Generated<Date | null>
  /** The last message that was placed again; null if all were. */
  placed_to: Generated<MessageId | null>
}

/** The theme of a message, with what is counted by. */
interface MessageThemeTable extends TenantRow {
  message_id: MessageId
  theme_id: ThemeId
  /** Null if it is near none of the theme's. */
  subtheme_id: Generated<SubthemeId | null>
  posted_at: Date
  channel: Channel
  group_ids: GroupId[]
  direction: Direction
  category: Category
  urgency: Urgency
  /** The ID of the user or contact, otherwise the address. */
  author: string
  author_user_id: UserId | null
  author_contact_id: ContactId | null
  /** Its own text says too little: it is the theme of the message before it. */
  from_context: Generated<boolean>
}

/** How many messages of a day of the organization's zone have a theme, by category and urgency. Kept by triggers. */
interface ThemeDayTable extends TenantRow {
  day: string
  theme_id: ThemeId
  category: Category
  low: number
  medium: number
  high: number
}

/** A merged theme that has messages left. */
interface ThemeMoveTable extends TenantRow {
  theme_id: ThemeId
  /** What it became at last. */
  into_id: ThemeId
  /** When it was merged. */
  messages: number
  moved: Generated<number>
  due_at: Date
}

/** Where messages of a theme are, or were. */
interface ThemeReachTable extends TenantRow {
  theme_id: ThemeId
  channel: Channel
  group_ids: GroupId[]
  group_key: GeneratedAlways<string>
}

/** The tables of this file, by their SQL names. */
export interface ThemesTables {
  message_theme: MessageThemeTable
  subtheme: SubthemeTable
  theme: ThemeTable
  theme_change: ThemeChangeTable
  theme_day: ThemeDayTable
  theme_feedback: ThemeFeedbackTable
  theme_move: ThemeMoveTable
  theme_reach: ThemeReachTable
  theme_set: ThemeSetTable
}
