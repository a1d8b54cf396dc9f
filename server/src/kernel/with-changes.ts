/** Some fields of a thing. */
export type Change<T> = { readonly [Field in keyof T]?: T[Field] | undefined }

/** What is there, with the fields that a change names. Those that it leaves out stay as they were. */
export const withChanges = <T extends object>(before: T, change: Change<NoInfer<T>>): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)),
})
