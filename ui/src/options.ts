/** One thing that may be chosen: its value on the wire, and what people call it. */
export interface Option<Value extends string = string> {
  readonly value: Value
  readonly label: string
}

/** Options too many to read through: the user finds them by typing. Both are hooks. */
export interface SoughtOptions {
  /** Those that a text finds, the first of them without one; undefined until there is an answer. */
  readonly useFound: (text: string) => readonly Option[] | undefined
  /** The same values with what they are called: also those that no text has found. */
  readonly useNamed: (values: readonly string[]) => readonly Option[]
}

/** Fixed values by their names. */
export function optionsOf<Value extends string>(
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
): Option<Value>[] {
  return values.map((value) => ({ value, label: names[value] }))
}

/** What has an id, by its name: groups, profiles. */
export function namedOptions(named: readonly { readonly id: string; readonly name: string }[]): Option[] {
  return named.map(({ id, name }) => ({ value: id, label: name }))
}

/** The two states of a switch, as a list is filtered by them. */
export const enabledOptions: readonly Option[] = [
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
]
