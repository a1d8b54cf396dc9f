import { hourMs } from '@verbatim/contract/durations.ts'
import { randomInt } from 'node:crypto'
import { resetTriesPerHour } from '@verbatim/contract/identity.ts'
import type { TenantTx } from '#platform/db.ts'

/** Two codes with the same effect. */
export interface ResetCodes {
  /** Six digits: easy to type, and easy to guess with many attempts. */
  readonly short: string
  /** Twenty letters, close to 100 bits: there is no limit on attempts. */
  readonly long: string
}

/** The requests and attempts for a name from one place, in the hour that started with the first. */
export interface Asked {
  readonly place: string
  readonly from: Date
  readonly tries: number
  readonly requests: number
  readonly codeHash: Buffer | undefined
  readonly longHash: Buffer | undefined
  readonly deviceHash: Buffer | undefined
  readonly expiresAt: Date
}

/** Letters that look different from one another. No digits, because a search for digits finds the short code. */
const legible = 'abcdefghjkmnpqrstuvwxyz'

export function makeResetCodes(): ResetCodes {
  const part = () => Array.from({ length: 5 }, () => legible.charAt(randomInt(legible.length))).join('')
  return {
    short: String(randomInt(1_000_000)).padStart(6, '0'),
    long: Array.from({ length: 4 }, part).join('-'),
  }
}

/** A code in its stored form, however it was typed. */
export const normalResetCode = (typed: string) => typed.trim().toLowerCase()

export const nothingAsked = (place: string, now: Date): Asked => ({
  place,
  from: now,
  tries: 0,
  requests: 0,
  codeHash: undefined,
  longHash: undefined,
  deviceHash: undefined,
  expiresAt: now,
})

/** The same after a wrong attempt; the last one ends the short code. */
export function afterWrong(asked: Asked): Asked {
  const tries = asked.tries + 1
  return { ...asked, tries, ...(tries >= resetTriesPerHour && { codeHash: undefined }) }
}

/** The requests from a place or, if the address has changed meanwhile, from the same browser. */
export async function findAsked(
  tx: TenantTx,
  username: string,
  { place, device }: { readonly place: string; readonly device?: Buffer | undefined },
  now: Date,
): Promise<Asked | undefined> {
  const rows = await tx
    .selectFrom('identity_reset')
    .selectAll()
    .where('username', '=', username)
    .where((eb) =>
      device ? eb.or([eb('place', '=', place), eb('device_hash', '=', device)]) : eb('place', '=', place),
    )
    .orderBy('expires_at', 'desc')
    .execute()
  const row = rows.find(({ device_hash: asking }) => device && asking?.equals(device)) ?? rows[0]
  if (!row) return undefined
  const isOver = now.getTime() - row.hour_from.getTime() >= hourMs
  return {
    place: row.place,
    from: isOver ? now : row.hour_from,
    tries: isOver ? 0 : row.tries,
    requests: isOver ? 0 : row.requests,
    codeHash: row.code_hash ?? undefined,
    longHash: row.long_hash ?? undefined,
    deviceHash: row.device_hash ?? undefined,
    expiresAt: row.expires_at,
  }
}

export async function keepAsked(tx: TenantTx, username: string, asked: Asked): Promise<void> {
  const row = {
    device_hash: asked.deviceHash ?? null,
    code_hash: asked.codeHash ?? null,
    long_hash: asked.longHash ?? null,
    expires_at: asked.expiresAt,
    tries: asked.tries,
    requests: asked.requests,
    hour_from: asked.from,
  }
  await tx
    .insertInto('identity_reset')
    .values({ username, place: asked.place, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'username', 'place']).doUpdateSet(row))
    .execute()
}

/** Whether this is the hash of a valid longer code, requested at any place. */
export async function hasLongCode(tx: TenantTx, username: string, hash: Buffer, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('identity_reset')
    .select('place')
    .where('username', '=', username)
    .where('long_hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends all earlier codes after a password was set. */
export async function forgetAsked(tx: TenantTx, username: string): Promise<void> {
  await tx.deleteFrom('identity_reset').where('username', '=', username).execute()
}
