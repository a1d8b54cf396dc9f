import { categoryNames } from '@verbatim/contract/categories.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import { statusNames } from '@verbatim/contract/event-status.ts'
import { type FilterField, fieldsOf, type TileFilter } from '@verbatim/contract/insight-tiles.ts'
import { severityNames } from '@verbatim/contract/severities.ts'
import { counted } from '@verbatim/ui/counted.ts'

/** The names of a field's values; groups and policies are the organization's own. */
export const valueNames: Readonly<Partial<Record<FilterField, Readonly<Record<string, string>>>>> = {
  channel: channelNames,
  category: categoryNames,
  urgency: severityNames,
  severity: severityNames,
  status: statusNames,
}

/** What a filter leaves, in short: "Complaint · High · 2 groups". */
export function filterWords(filter: TileFilter): string {
  return fieldsOf(filter)
    .map((field) => {
      const values: readonly string[] = filter[field] ?? []
      const names = valueNames[field]
      if (names) return values.map((value) => names[value] ?? value).join(', ')
      return field === 'group'
        ? counted(values.length, 'group')
        : counted(values.length, 'policy', 'policies')
    })
    .join(' · ')
}
