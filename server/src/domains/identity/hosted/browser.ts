import { randomBytes } from 'node:crypto'
import type { TenantId } from '@verbatim/contract/ids.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IdentityContext } from '#domains/identity/memory.ts'
import { findUserById, type IdentityUser, mayBeVouchedFor } from '#domains/identity/users.ts'
import { fingerprint, type Secrets, sameSecret } from '#platform/crypto.ts'
import type { TenantTx } from '#platform/db.ts'

/** A browser that has signed in need not again for this long. */
export const browserLifeMs = 60 * 60_000

/** Somebody who has signed in here before. */
export interface Remembered {
  readonly user: IdentityUser
  readonly authTime: Date
  readonly secondStep: boolean
  /** A provider vouched for them. */
  readonly byProvider: boolean
}

/** A browser that is remembered. */
export interface KnownBrowser {
  readonly token: string
  /** What sessions from it keep, so that ending one of them forgets it. */
  readonly hash: Buffer
}

type Cookie = 'form' | 'browser'

/** Keeps that a browser has signed in. @returns what its cookie holds, and what its sessions keep of it */
export async function rememberBrowser(
  tx: TenantTx,
  { now }: IdentityContext,
  { user, authTime, secondStep, byProvider }: Remembered,
): Promise<KnownBrowser> {
  const token = randomBytes(32).toString('base64url')
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

/** Who signed in with this browser within the hour, if they still may. */
export async function findRemembered(
  tx: TenantTx,
  { now }: IdentityContext,
  tenantId: TenantId,
  request: FastifyRequest,
): Promise<(Remembered & Pick<KnownBrowser, 'hash'>) | undefined> {
  const token = readCookie(request, 'browser')
  if (!token) return undefined
  const row = await tx
    .selectFrom('identity_browser')
    .selectAll()
    .where('hash', '=', fingerprint(token))
    .where('expires_at', '>', now())
    .executeTakeFirst()
  if (!row) return undefined
  const user = await findUserById(tx, tenantId, row.user_id)
  if (!user?.enabled || user.status !== 'CONFIRMED') return undefined
  const { auth_time: authTime, second_step: secondStep, by_provider: byProvider, hash } = row
  if (byProvider && !mayBeVouchedFor(user)) return undefined
  // A second step that is asked for since then is asked for here, too.
  if (!byProvider && !secondStep && (user.totpEnabled || user.mfaRequired)) return undefined
  return { user, authTime, secondStep, byProvider, hash }
}

export async function forgetBrowser(tx: TenantTx, request: FastifyRequest): Promise<void> {
  const token = readCookie(request, 'browser')
  if (token) await tx.deleteFrom('identity_browser').where('hash', '=', fingerprint(token)).execute()
}

/** What a form of the hosted pages carries: only this browser, which holds the cookie, can send it. */
export function formToken(secrets: Secrets, request: FastifyRequest, reply: FastifyReply): string {
  let held = readCookie(request, 'form')
  if (!held) {
    held = randomBytes(32).toString('base64url')
    setCookie(request, reply, 'form', held)
  }
  return tokenOf(secrets, held)
}

export function isOwnForm(secrets: Secrets, request: FastifyRequest, token: string): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return isSameBrowser(secrets, request, token)
}

/** Whether this browser was given the form's token: also for an answer that another site sends it back with. */
export function isSameBrowser(secrets: Secrets, request: FastifyRequest, token: string): boolean {
  const held = readCookie(request, 'form')
  return held !== undefined && sameSecret(token, tokenOf(secrets, held))
}

const tokenOf = (secrets: Secrets, held: string) =>
  secrets.derive('identity: hosted form', held, 32).toString('base64url')

/** Of this host alone, unread by scripts, and sent by no other site's forms. Source: rule R13. */
export function setCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  cookie: Cookie,
  value: string | undefined,
): void {
  const secure = request.protocol === 'https' ? '; Secure' : ''
  const age = value === undefined ? '; Max-Age=0' : cookie === 'browser' ? '; Max-Age=3600' : ''
  reply.header(
    'set-cookie',
    `${nameOf(request, cookie)}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}${age}`,
  )
}

function readCookie(request: FastifyRequest, cookie: Cookie): string | undefined {
  const name = nameOf(request, cookie)
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === name && /^[\w-]{43}$/.test(value)) return value
  }
  return undefined
}

/** Browsers take the prefix only from an encrypted host. */
const nameOf = ({ protocol }: FastifyRequest, cookie: Cookie) =>
  `${protocol === 'https' ? '__Host-' : ''}verbatim-${cookie}`
