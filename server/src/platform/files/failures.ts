/** The store answers that it has no such file. Another node may have it if nodes do not share their files. */
export class FileMissing extends Error {
  override name = 'FileMissing'

  constructor(path: string) {
    super(`There is no file at ${path}`)
  }
}

/** The bytes in the store differ from those that were stored. */
export class FileDamaged extends Error {
  override name = 'FileDamaged'

  constructor(path: string) {
    super(`The file at ${path} differs from what was stored`)
  }
}

/**
 * The store is not available: full, slow, unreachable, or without access for us. The error says nothing about the file, even
 * if the store's message does, so a fault of the store is never mistaken for a property of the file.
 */
export class StoreAway extends Error {
  override name = 'StoreAway'

  constructor(cause: unknown) {
    super(`The file store is not available: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
