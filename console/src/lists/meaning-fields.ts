import { readingStates } from '@verbatim/contract/attachments.ts'
import { categories, categoryNames, urgencies, urgencyNames } from '@verbatim/contract/categories.ts'
import { languageName, spokenLanguages } from '@verbatim/contract/languages.ts'
import type { Field } from '@verbatim/contract/list-filter.ts'
import { sourceTypes } from '@verbatim/contract/messages.ts'
import { filterFields, type FilterField } from '@verbatim/ui/filters/filter-words.ts'
import { contentWord } from '@verbatim/contract/content-words.ts'
import { optionsOf, yesNoOptions } from '@verbatim/ui/options.ts'
import { soughtProfiles, soughtSubthemes, soughtThemes } from './sought-options.ts'

/** Theme, sub-theme, category, urgency and language of a message, as filters of any list of messages or events. */
export const meaningFields = (
  fields: Readonly<Record<'themeId' | 'subthemeId' | 'categoryId' | 'urgency' | 'language', Field>>,
): readonly FilterField[] =>
  filterFields(fields, {
    themeId: { label: 'Theme', sought: soughtThemes },
    subthemeId: { label: 'Sub-theme', sought: soughtSubthemes },
    categoryId: { label: 'Category', options: optionsOf(categories, categoryNames) },
    urgency: { label: 'Urgency', options: optionsOf(urgencies, urgencyNames).reverse() },
    language: { label: 'Language', options: languageOptions },
  })

const languageOptions = spokenLanguages
  .map((value) => ({ value, label: languageName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** The content of a message, as filters of the same lists. */
export const contentFields = (
  fields: Readonly<Record<'sourceType' | 'hasFiles' | 'readingState', Field>>,
): readonly FilterField[] =>
  filterFields(fields, {
    sourceType: {
      label: 'Kind of content',
      options: sourceTypes.map((value) => ({
        value,
        label: value === 'text' ? 'Text' : value === 'unsupported' ? 'Not supported' : contentWord(value),
      })),
    },
    hasFiles: { label: 'Has files', options: yesNoOptions },
    readingState: { label: 'File reading', options: optionsOf(readingStates, readingNames) },
  })

const readingNames: Record<(typeof readingStates)[number], string> = {
  waiting: 'Waiting',
  read: 'Read',
  partly: 'Partly read',
  unreadable: 'Unreadable',
  unsupported: 'Not supported',
}

/** Messages or events that permission profiles grant, for readers who may see profiles. */
export const profileWords = { label: 'Permission profile', sought: soughtProfiles }
