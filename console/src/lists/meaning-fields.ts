import { readingStates } from '@verbatim/contract/attachments.ts'
import { categories, categoryNames, urgencies, urgencyNames } from '@verbatim/contract/categories.ts'
import { languageName, spokenLanguages } from '@verbatim/contract/languages.ts'
import type { Field } from '@verbatim/contract/list-filter.ts'
import { sourceTypes } from '@verbatim/contract/messages.ts'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { contentWord } from '@verbatim/contract/content-words.ts'
import { optionsOf, yesNoOptions } from '@verbatim/ui/options.ts'
import { soughtProfiles, soughtThemes } from './sought-options.ts'

/** Theme, category, urgency and language of a message, as filters of any list of messages or events. */
export const meaningFields = ({
  themeId,
  categoryId,
  urgency,
  language,
}: Readonly<Record<'themeId' | 'categoryId' | 'urgency' | 'language', Field>>): readonly FilterField[] => [
  { key: 'themeId', label: 'Theme', field: themeId, sought: soughtThemes },
  { key: 'categoryId', label: 'Category', field: categoryId, options: optionsOf(categories, categoryNames) },
  { key: 'urgency', label: 'Urgency', field: urgency, options: optionsOf(urgencies, urgencyNames).reverse() },
  { key: 'language', label: 'Language', field: language, options: languageOptions },
]

const languageOptions = spokenLanguages
  .map((value) => ({ value, label: languageName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label))

/** The content of a message, as filters of the same lists. */
export const contentFields = ({
  sourceType,
  hasFiles,
  readingState,
}: Readonly<Record<'sourceType' | 'hasFiles' | 'readingState', Field>>): readonly FilterField[] => [
  {
    key: 'sourceType',
    label: 'Kind of content',
    field: sourceType,
    options: sourceTypes.map((value) => ({
      value,
      label: value === 'text' ? 'Text' : value === 'unsupported' ? 'Not supported' : contentWord(value),
    })),
  },
  { key: 'hasFiles', label: 'Has files', field: hasFiles, options: yesNoOptions },
  {
    key: 'readingState',
    label: 'Reading of files',
    field: readingState,
    options: optionsOf(readingStates, readingNames),
  },
]

const readingNames: Record<(typeof readingStates)[number], string> = {
  waiting: 'Waiting',
  read: 'Read',
  partly: 'Partly read',
  unreadable: 'Unreadable',
  unsupported: 'Not supported',
}

/** Messages or events that permission profiles grant, for readers who may see profiles. */
export const profileField = ({
  permissionProfileId,
}: Readonly<Record<'permissionProfileId', Field>>): FilterField => ({
  key: 'permissionProfileId',
  label: 'Permission profile',
  field: permissionProfileId,
  sought: soughtProfiles,
})
