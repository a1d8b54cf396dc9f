import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { times } from './times.ts'

const offered = times.slice(0, -1)

/**
 * A time of day, chosen by the quarter of an hour or typed. It is written as everywhere in the product: a browser's own field
 * follows the browser's language.
 */
export function TimeField(props: Omit<AutocompleteProps, 'data' | 'filter'>) {
  return (
    <Autocomplete
      data={offered}
      // Next to a whole time, all others are on offer.
      filter={({ options, search }) =>
        offered.includes(search)
          ? options
          : options.filter((option) => 'value' in option && option.value.startsWith(search))
      }
      {...props}
    />
  )
}
