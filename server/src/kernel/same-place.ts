type Facts = Readonly<Record<string, unknown>>

/**
 * Whether stored secrets may be used for what was entered: they are only for the place and the user that they were entered for.
 * Anyone who may change the place could otherwise have them sent to one of their own.
 */
export const isSamePlace = <Place extends Facts>(stored: Place, entered: Place): boolean =>
  Object.keys(entered).every((name) => stored[name] === entered[name])
