/** Tiles and their filters in words: the same on the screen, in reports, in mails and in the audit trail. */
import { categoryNames, urgencyNames } from './categories.ts'
import { channelNames } from './channels.ts'
import { ageNames } from './event-ages.ts'
import { statusNames } from './event-status.ts'
import { type Dimension, type FilterField, fieldsOf, type TileFilter } from './insight-tiles.ts'
import { offChannelWayNames } from './off-channel.ts'
import { severityNames } from './severities.ts'

type Names = Readonly<Record<string, string>>

const fieldNames = {
  channel: channelNames,
  category: categoryNames,
  urgency: urgencyNames,
  severity: severityNames,
  status: statusNames,
} satisfies Partial<Record<FilterField, Names>>

/** The names of a field's values; themes, groups and policies are the organization's own. */
export const valueNames: Readonly<Partial<Record<FilterField, Names>>> = fieldNames

/** These parts bring their own names. Days have no name. */
const ownNames: Names = {}

const namesBy: Readonly<Record<Dimension, Names>> = {
  ...fieldNames,
  age: ageNames,
  way: offChannelWayNames,
  day: ownNames,
  theme: ownNames,
  group: ownNames,
  representative: ownNames,
  policy: ownNames,
  reviewer: ownNames,
}

/** The names of the parts of a figure that is divided, by their keys. */
export const partNames = (by: Dimension): Names => namesBy[by]

/** A filter in short: "Complaint · High · 2 groups". */
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
