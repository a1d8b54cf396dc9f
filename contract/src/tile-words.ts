/** Tiles and their filters in words: the same on the screen, in reports, in mails and in the audit trail. */
import { categoryNames, urgencyNames } from './categories.ts'
import { channelNames } from './channels.ts'
import { ageNames } from './event-ages.ts'
import { statusNames } from './event-status.ts'
import { type Dimension, type FilterField, fieldsOf, type TileFilter } from './insight-tiles.ts'
import { severityNames } from './severities.ts'

/** The names of a field's values; themes, groups and policies are the organization's own. */
export const valueNames: Readonly<Partial<Record<FilterField, Readonly<Record<string, string>>>>> = {
  channel: channelNames,
  category: categoryNames,
  urgency: urgencyNames,
  severity: severityNames,
  status: statusNames,
}

/** The names of the parts of a figure that is divided, by their keys; those of themes, groups, policies and people come with the parts. */
export const partNames = (by: Dimension): Readonly<Record<string, string>> =>
  by === 'age'
    ? ageNames
    : ((valueNames as Readonly<Partial<Record<Dimension, Readonly<Record<string, string>>>>>)[by] ?? {})

/** What a filter leaves, in short: "Complaint · High · 2 groups". */
export function filterWords(filter: TileFilter): string {
  return fieldsOf(filter)
    .map((field) => {
      const values: readonly string[] = filter[field] ?? []
      const names = valueNames[field]
      if (names) return values.map((value) => names[value] ?? value).join(', ')
      return `${values.length} ${nounsOf[field]?.[values.length === 1 ? 0 : 1]}`
    })
    .join(' · ')
}

const nounsOf: Readonly<Partial<Record<FilterField, readonly [one: string, more: string]>>> = {
  theme: ['theme', 'themes'],
  group: ['group', 'groups'],
  policy: ['policy', 'policies'],
}
