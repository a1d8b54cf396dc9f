interface NewerOptions<T> {
  /** What was begun with, and what stands now; undefined for what is not there yet. */
  base: T | undefined
  latest: T | undefined
  form: {
    readonly isDirty: boolean
    reset: (latest: T) => void
    /** Puts what is written on top of what stands now. */
    rebase: (latest: T) => void
  }
  isSaving: boolean
  onBase: (latest: T) => void
}

/** Both ways on from where somebody else was faster. */
export interface Newer {
  /** Gives up what is written for what stands. */
  readonly reload: () => void
  /** Goes on from what stands, with what is written on top of it. */
  readonly keep: () => void
}

/**
 * Follows what others save meanwhile: who has written nothing has nothing to lose, and sees what stands.
 * @returns The ways on, where what is written and what stands differ; else undefined.
 */
export function useNewer<T extends { readonly version: number }>(
  options: NewerOptions<T>,
): Newer | undefined {
  const { base, latest, form, isSaving, onBase } = options
  if (!base || !latest || latest.version <= base.version || isSaving) return undefined
  const reload = () => {
    onBase(latest)
    form.reset(latest)
  }
  const keep = () => {
    onBase(latest)
    form.rebase(latest)
  }
  if (form.isDirty) return { reload, keep }
  reload()
  return undefined
}
