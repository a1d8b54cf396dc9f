import { z } from 'zod'

/**
 * The version that a change is based on; a change to another one is refused with 409. Optional, because the specification's
 * calls have none. Without it, the last change wins.
 */
export const expectedVersion = { expectedVersion: z.int().optional() }

/** The same in a query, for calls without a body. */
export const expectedVersionInQuery = { expectedVersion: z.coerce.number().int().optional() }

/** A version as an address names it; there are not more than the database can count. */
export const versionNumber = z.coerce.number().int().min(1).max(2_147_483_647)

/** Its version, which increases with every change, and who made the last one. A change names the version that it is based on. */
export const lastChange = { version: z.int(), changedAt: z.iso.datetime(), changedBy: z.string() }
