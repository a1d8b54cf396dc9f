import { dayMs } from '@verbatim/contract/durations.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fingerprint, newToken } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Cookie, readCookie, setCookie } from '#platform/http/cookies.ts'
import type { Caller, IdentityContext } from './memory.ts'

/** How long a browser stays known after a sign-in. */
const knownMs = 180 * dayMs
const cookie: Cookie = { name: 'known', lifeSeconds: knownMs / 1000, sameSite: 'Strict' }

/** The caller, with their browser. */
export function callerOf(
  { identity }: Pick<IdentityContext, 'identity'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Caller {
  const address = identity.issuerBase
  const token = readCookie(address, request, cookie) ?? newToken()
  const keep = () => setCookie(address, reply, cookie, token)
  return {
    address: request.ip,
    agent: request.headers['user-agent'],
    device: { hash: fingerprint(token), keep },
  }
}

/** Whether the person has signed in with this browser before. */
export async function isKnownBrowser(
  tx: TenantTx,
  { device }: Caller,
  username: string,
  now: Date,
): Promise<boolean> {
  if (!device) return false
  const row = await tx
    .selectFrom('identity_known_browser')
    .select('username')
    .where('username', '=', username)
    .where('hash', '=', device.hash)
    .where('known_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Makes a browser known after the user proved their identity with it. */
export async function knowBrowser(
  tx: TenantTx,
  { device }: Caller,
  username: string,
  now: Date,
): Promise<void> {
  if (!device) return
  const known_until = new Date(now.getTime() + knownMs)
  await tx
    .insertInto('identity_known_browser')
    .values({ username, hash: device.hash, known_until })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'username', 'hash']).doUpdateSet({ known_until }),
    )
    .execute()
  device.keep()
}

/** Forgets all known browsers, because another person may use one of them. */
export async function forgetKnownBrowsers(tx: TenantTx, username: string): Promise<void> {
  await tx.deleteFrom('identity_known_browser').where('username', '=', username).execute()
}
