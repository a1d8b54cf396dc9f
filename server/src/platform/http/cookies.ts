import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that this server sets: unreadable for scripts, and only for this host. */
export interface Cookie {
  readonly name: string
  /** Seconds; without it, the browser forgets the cookie when it closes. */
  readonly lifeSeconds?: number
  /** `Lax` if a link of another site leads to the page that reads it. */
  readonly sameSite: 'Lax' | 'Strict'
}

/**
 * Sets or, without a value, removes a cookie. Secure if the public address is encrypted, because a proxy that ends the encryption
 * may not report it. Source: docs/rules/promises.md.
 */
export function setCookie(
  publicBaseUrl: string,
  reply: FastifyReply,
  { name, lifeSeconds, sameSite }: Cookie,
  value: string | undefined,
): void {
  const isEncrypted = isEncryptedAt(publicBaseUrl, reply.request)
  const age = value === undefined ? 0 : lifeSeconds
  const attributes = [
    'Path=/',
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(isEncrypted ? ['Secure'] : []),
    ...(age === undefined ? [] : [`Max-Age=${age}`]),
  ]
  reply.header('set-cookie', `${fullName(name, isEncrypted)}=${value ?? ''}; ${attributes.join('; ')}`)
}

/** The value of a cookie that `setCookie` set; undefined for any value that it would not set. */
export function readCookie(
  publicBaseUrl: string,
  request: FastifyRequest,
  { name }: Pick<Cookie, 'name'>,
): string | undefined {
  const wanted = fullName(name, isEncryptedAt(publicBaseUrl, request))
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=', 2)
    if (key === wanted && /^[\w-]{43}$/.test(value)) return value
  }
  return undefined
}

/** The address of a request, as the browser sees it. */
export function originOf(publicBaseUrl: string, request: FastifyRequest): string {
  return `${isEncryptedAt(publicBaseUrl, request) ? 'https' : request.protocol}://${request.host}`
}

const isEncryptedAt = (publicBaseUrl: string, { protocol }: FastifyRequest) =>
  publicBaseUrl.startsWith('https://') || protocol === 'https'

/** Browsers accept the prefix only from an encrypted host. */
const fullName = (name: string, isEncrypted: boolean) => `${isEncrypted ? '__Host-' : ''}verbatim-${name}`
