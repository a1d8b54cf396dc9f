import { categories, categoryNames, urgencies, urgencyNames } from '@verbatim/contract/categories.ts'
import type { Field } from '@verbatim/contract/list-filter.ts'
import { sourceTypes } from '@verbatim/contract/messages.ts'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { contentWord } from '@verbatim/ui/message-words.ts'
import { optionsOf, yesNoOptions } from '@verbatim/ui/options.ts'

/** Category and urgency of a message, as filters of any list of messages or events. */
export const meaningFields = ({
  categoryId,
  urgency,
}: Readonly<Record<'categoryId' | 'urgency', Field>>): readonly FilterField[] => [
  { key: 'categoryId', label: 'Category', field: categoryId, options: optionsOf(categories, categoryNames) },
  { key: 'urgency', label: 'Urgency', field: urgency, options: optionsOf(urgencies, urgencyNames).reverse() },
]

/** The content of a message, as filters of the same lists. */
export const contentFields = ({
  sourceType,
  hasFiles,
}: Readonly<Record<'sourceType' | 'hasFiles', Field>>): readonly FilterField[] => [
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
]
