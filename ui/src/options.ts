/** An option: its value in the API, and its name for people. */
export interface Option<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

/** The state of a search for options. */
export type Search = 'looking' | 'failed' | 'done'

/** The text shown if there are no options. */
export const emptyWords: Readonly<Record<Search, string>> = {
  looking: 'Looking…',
  failed: 'The search failed. Type again to retry.',
  done: 'No results',
}

/** A source of many options, which users find by typing. Both functions are hooks. */
export interface SoughtOptions {
  /** The options for a text, or the first ones without a text. */
  readonly useFound: (text: string) => { readonly options: readonly Option[]; readonly search: Search }
  /** The names of values, including values that no text has found. */
  readonly useNamed: (values: readonly string[]) => readonly Option[]
}

/** Fixed values by their names. */
export function optionsOf<Value extends string>(
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
): Option<Value>[] {
  return values.map((value) => ({ value, label: names[value] }))
}

/** Options of things with an ID and a name: groups, profiles. */
export function namedOptions(named: readonly { readonly id: string; readonly name: string }[]): Option[] {
  return named.map(({ id, name }) => ({ value: id, label: name }))
}

/** The two states of a switch, for filtering a list. */
export const enabledOptions: readonly Option[] = [
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
]

export const yesNoOptions: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
