interface NewerOptions<T> {
  /** The base of the input, and the newest known version; undefined for a new thing. */
  base: T | undefined
  latest: T | undefined
  form: {
    readonly isDirty: boolean
    reset: (latest: T) => void
    /** Applies the input to the newest version. */
    rebase: (latest: T) => void
  }
  isSaving: boolean
  onBase: (latest: T) => void
}

/** The two ways to continue if someone else saved first. */
export interface Newer {
  /** Discards the input and shows the newest version. */
  readonly reload: () => void
  /** Keeps the input, applied to the newest version. */
  readonly keep: () => void
}

/**
 * Follows other users' saves: an unchanged form shows the newest version at once.
 * @returns The ways to continue if there is unsaved input that the newest version does not have; otherwise undefined.
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
