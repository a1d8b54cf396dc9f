interface NewerOptions<T> {
  /** The base of the input, and the newest known version; undefined for a new thing. */
  base: T | undefined
  latest: T | undefined
  form: {
    readonly isDirty: boolean
    reset: (latest: T) => void
    /** Puts the input on top of the newest version. */
    rebase: (latest: T) => void
  }
  isSaving: boolean
  onBase: (latest: T) => void
}

/** Both ways on when someone else saved first. */
export interface Newer {
  /** Discards the input for the newest version. */
  readonly reload: () => void
  /** Keeps the input, on top of the newest version. */
  readonly keep: () => void
}

/**
 * Follows what others save meanwhile: an untouched form shows the newest version at once.
 * @returns The ways on, where something is written that the newest version does not have; else undefined.
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
