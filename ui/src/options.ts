/** One thing that may be chosen: its value on the wire, and what people call it. */
export interface Option<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

/** How far a search for options is. */
export type Search = 'looking' | 'failed' | 'done'

/** The words in place of options when there are none. */
export const emptyWords: Readonly<Record<Search, string>> = {
  looking: 'Looking…',
  failed: 'The search failed. Type again to repeat it.',
  done: 'No results',
}

/** Options too many to read through: the user finds them by typing. Both are hooks. */
export interface SoughtOptions {
  /** The options that a text finds, or the first ones without a text. */
  readonly useFound: (text: string) => { readonly options: readonly Option[]; readonly search: Search }
  /** The names of the same values: also of those that no text has found. */
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

/** The two states of a switch, as a list is filtered by them. */
export const enabledOptions: readonly Option[] = [
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
]

export const yesNoOptions: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
