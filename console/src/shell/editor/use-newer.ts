interface NewerOptions<T> {
  /** What was begun with, and what stands now. */
  base: T
  latest: T
  form: { readonly isDirty: boolean; reset: (latest: T) => void }
  isSaving: boolean
  onBase: (latest: T) => void
}

/**
 * Follows what others save meanwhile: who has written nothing has nothing to lose, and sees what stands.
 * @returns Gives up what is written for what stands, where the two differ; else undefined.
 */
export function useNewer<T extends { readonly version: number }>(options: NewerOptions<T>) {
  const { base, latest, form, isSaving, onBase } = options
  if (latest.version <= base.version || isSaving) return undefined
  const adopt = () => {
    onBase(latest)
    form.reset(latest)
  }
  if (form.isDirty) return adopt
  adopt()
  return undefined
}
