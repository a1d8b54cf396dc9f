/**
 * Themes: what people talk about, found in an organization's own messages, in six languages at once, without a model or a network.
 * `docs/themes.md` describes how it works and how well.
 */
export { mostTypical } from './examples.ts'
export { placer, type Placement } from './placing.ts'
export { revisit, type RevisitInput, type Revision } from './revisit.ts'
export { Names, termsOfNames, themeTerms } from './terms.ts'
export type { ThemeText } from './packing.ts'
export type { ThemeChange, ThemeChangeKind, ThemeDictionary, ThemeShape, SubthemeShape } from './theme.ts'
