/** What a theme is, and what may happen to it. */

/** What some messages of a theme have in common that the others do not. */
export interface SubthemeShape {
  /** Stays the same when themes are found again, and is never given to another sub-theme. */
  readonly id: string
  readonly name: string
  /** As those of a theme, without what the theme as a whole is about. */
  readonly terms: ThemeShape['terms']
  readonly messages: number
  /** A person made it a theme of its own: never merged away, never retired, its name never changed. */
  readonly isPinned?: boolean
  /** Of a pinned one: what people write about it, as for a theme. */
  readonly words?: ThemeShape['words']
}

export interface ThemeShape {
  /** Stays the same when themes are found again, and is never given to another theme. */
  readonly id: string
  readonly name: string
  /** The centre in term space, heaviest first: terms and their weights, of length 1. Empty for a theme that gets its texts from sub-themes alone. */
  readonly terms: readonly (readonly [term: string, weight: number])[]
  readonly messages: number
  /** Small, spam-like and empty themes are kept, so that their ids live on, but they are not shown. */
  readonly isShown: boolean
  /** Renamed, liked or disliked by a person: never merged away, never retired, its name never changed. */
  readonly isPinned?: boolean
  /** The terms that say what the theme as a whole is about, so they tell no sub-themes apart. */
  readonly common?: readonly string[]
  readonly subthemes?: readonly SubthemeShape[]
  /** What people write about it, by language, that of most messages first. */
  readonly words?: readonly { readonly language: string; readonly words: readonly string[] }[]
}

/** In how many texts each term occurs. Plain, so it can be stored as JSON; bounded. */
export interface ThemeDictionary {
  readonly texts: number
  readonly terms: Readonly<Record<string, number>>
}

export type ThemeChangeKind = 'new' | 'merged' | 'split' | 'retired' | 'renamed'

export interface ThemeChange {
  readonly kind: ThemeChangeKind
  /** The theme that appeared, was merged away, retired or renamed. */
  readonly themeId: string
  /** The theme it was merged into or split from. */
  readonly otherId?: string
  /** In words of the language of names. */
  readonly reason: string
}
