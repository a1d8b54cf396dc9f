/** Rows of a provider's list that do not say which messages they are. */

/** One or two may be odd. */
const most = 2

/**
 * Whether a list has another form than we know: then it does not say what of it is stored, and all of that would be kept a second time,
 * with each change of its state.
 */
export const areUnnamed = (rows: readonly unknown[], isNamed: (row: unknown) => boolean): boolean =>
  rows.length > most && !rows.some(isNamed)
