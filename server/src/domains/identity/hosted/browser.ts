import { hourMs } from '@verbatim/contract/durations.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findUserById, type IdentityUser } from '#domains/identity/users.ts'
import { mayBeVouchedFor } from '#domains/identity/vouching.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { fingerprint, newToken, sameSecret, type Secrets } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'
import { type Cookie, readCookie, setCookie } from '#platform/http/cookies.ts'
import type { HostedContext } from './addresses.ts'
import { holdSingleSignOn } from './single-sign-on.ts'

/** How long a browser that has signed in need not sign in again. */
const browserLifeMs = hourMs

/** A person who has signed in here before. */
interface Remembered {
  readonly user: IdentityUser
  readonly authTime: Date
  readonly secondStep: boolean
  /** A provider vouched for them. */
  readonly byProvider: boolean
}

/** A remembered browser. */
interface KnownBrowser {
  readonly token: string
  /** The value that its sessions store, so that ending one of them forgets the browser. */
  readonly hash: Buffer
}

/** Makes the hosted pages remember, or forget, a browser. */
export const browserCookie: Cookie = {
  name: 'browser',
  lifeSeconds: browserLifeMs / 1000,
  sameSite: 'Lax',
}
const formCookie: Cookie = { name: 'form', sameSite: 'Lax' }

type BrowserContext = Pick<HostedContext, 'publicBaseUrl' | 'secrets'>

/** Remembers that a browser has signed in. @returns its cookie's value, and the value for its sessions */
export async function rememberBrowser(
  tx: TenantTx,
  { now }: IdentityContext,
  { user, authTime, secondStep, byProvider }: Remembered,
): Promise<KnownBrowser> {
  const token = newToken()
  const expires_at = new Date(now().getTime() + browserLifeMs)
  const hash = fingerprint(token)
  const row = {
    hash,
    user_id: user.id,
    auth_time: authTime,
    second_step: secondStep,
    by_provider: byProvider,
  }
  await tx
    .insertInto('identity_browser')
    .values({ ...row, expires_at })
    .execute()
  return { token, hash }
}

/** The user who signed in with this browser within the last hour, if they still may. */
export async function findRemembered(
  tx: TenantTx,
  { now, publicBaseUrl }: IdentityContext & BrowserContext,
  request: FastifyRequest,
): Promise<(Remembered & Pick<KnownBrowser, 'hash'>) | undefined> {
  const token = readCookie(publicBaseUrl, request, browserCookie)
  if (!token) return undefined
  await holdSingleSignOn(tx)
  const row = await tx
    .selectFrom('identity_browser')
    .selectAll()
    .where('hash', '=', fingerprint(token))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!row) return undefined
  const user = await findUserById(tx, row.user_id)
  if (!user?.enabled || user.status !== 'CONFIRMED') return undefined
  const { auth_time: authTime, second_step: secondStep, by_provider: byProvider, hash } = row
  if (byProvider && !(await mayBeVouchedFor(tx, user))) return undefined
  // If a second step has become required since then, it is requested here too.
  if (!byProvider && !secondStep && (user.totpEnabled || user.mfaRequired)) return undefined
  return { user, authTime, secondStep, byProvider, hash }
}

export async function forgetBrowser(
  tx: TenantTx,
  { publicBaseUrl }: BrowserContext,
  request: FastifyRequest,
): Promise<void> {
  const token = readCookie(publicBaseUrl, request, browserCookie)
  if (token) await tx.deleteFrom('identity_browser').where('hash', '=', fingerprint(token)).execute()
}

/** The token of a hosted form: only this browser, which has the cookie, can send it. */
export function formToken(ctx: BrowserContext, request: FastifyRequest, reply: FastifyReply): string {
  let held = readCookie(ctx.publicBaseUrl, request, formCookie)
  if (!held) {
    held = newToken()
    setCookie(ctx.publicBaseUrl, reply, formCookie, held)
  }
  return tokenOf(ctx.secrets, held)
}

export function isOwnForm(ctx: BrowserContext, request: FastifyRequest, token: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return isSameBrowser(ctx, request, token)
}

/** Whether the form's token belongs to this browser; also checks answers through another site. */
export function isSameBrowser(ctx: BrowserContext, request: FastifyRequest, token: string): boolean {
  const held = readCookie(ctx.publicBaseUrl, request, formCookie)
  return held !== undefined && sameSecret(token, tokenOf(ctx.secrets, held))
}

const tokenOf = (secrets: Secrets, held: string) =>
  secrets.derive('identity: hosted form', held, 32).toString('base64url')
