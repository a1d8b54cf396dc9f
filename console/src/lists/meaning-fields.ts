import { categories, categoryNames, urgencies, urgencyNames } from '@verbatim/contract/categories.ts'
import type { Field } from '@verbatim/contract/list-filter.ts'
import type { FilterField } from '@verbatim/ui/filter-words.ts'
import { optionsOf } from '@verbatim/ui/options.ts'

/** What a message is about and how urgent it is, as filters of any list of messages or events. */
export const meaningFields = ({
  categoryId,
  urgency,
}: Readonly<Record<'categoryId' | 'urgency', Field>>): readonly FilterField[] => [
  { key: 'categoryId', label: 'Category', field: categoryId, options: optionsOf(categories, categoryNames) },
  { key: 'urgency', label: 'Urgency', field: urgency, options: optionsOf(urgencies, urgencyNames).reverse() },
]
