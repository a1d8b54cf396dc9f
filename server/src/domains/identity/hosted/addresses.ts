import type { FastifyRequest } from 'fastify'
import { originOf as originOfRequest } from '#platform/http/cookies.ts'
import type { IdentityContext } from '#domains/identity/memory.ts'

/** The dependencies of the hosted pages besides the pools. */
export interface HostedContext extends IdentityContext {
  readonly publicBaseUrl: string
  readonly mainDomain: string
  /** In `local`, the machine's own names lead here on any port. */
  readonly environment: string
}

export type AddressContext = Pick<HostedContext, 'publicBaseUrl' | 'mainDomain' | 'environment'>

/** The static page that passes an answer on to the organization's own address. */
const redirectPage = '/auth/redirect.html'
/** The static page that receives the answer there. */
const callbackPage = '/auth/callback.html'

/** The addresses of the console and the messenger for sign-in. */
const signInPaths = ['/sign-in', '/messenger/sign-in']

/** The only addresses to which an organization's sign-ins and sign-outs may redirect, compared exactly. */
export interface RegisteredAddresses {
  /** The organization's own. */
  readonly origins: readonly string[]
  readonly redirectUris: readonly string[]
  readonly logoutUris: readonly string[]
}

/**
 * The addresses of an organization's client. They come from the configuration, never from the request; only in
 * environment `local` the request decides the port, as RFC 8252 allows for this machine. Source: docs/rules/identity.md.
 */
export function registeredAddresses(
  ctx: AddressContext,
  label: string,
  request: FastifyRequest,
): RegisteredAddresses {
  const base = baseOf(ctx, request)
  const at = (hostname: string) => originOf(base, hostname)
  const own = base.hostname.endsWith(`.${ctx.mainDomain}`) ? [] : [base.origin]
  const origins = [at(`${label}.${ctx.mainDomain}`), ...own]
  return {
    origins,
    redirectUris: [
      ...origins.map((origin) => origin + callbackPage),
      at(`redirect.${ctx.mainDomain}`) + redirectPage,
    ],
    logoutUris: origins.flatMap((origin) => signInPaths.map((path) => origin + path)),
  }
}

/** The address that the calling page should use: through the shared host, if its own name is under the main domain. */
export function redirectUriFor(ctx: AddressContext, request: FastifyRequest): string {
  const base = baseOf(ctx, request)
  const shared = request.hostname.endsWith(`.${ctx.mainDomain}`)
  return shared
    ? originOf(base, `redirect.${ctx.mainDomain}`) + redirectPage
    : originOfRequest(ctx.publicBaseUrl, request) + callbackPage
}

function baseOf({ publicBaseUrl, mainDomain, environment }: AddressContext, request: FastifyRequest): URL {
  const { hostname } = request
  const isThisMachine = hostname === 'localhost' || hostname.endsWith(`.${mainDomain}`)
  const base = new URL(publicBaseUrl)
  if (environment === 'local' && isThisMachine && base.hostname.endsWith('localhost'))
    base.port = String(request.port ?? '')
  return base
}

function originOf(base: URL, hostname: string): string {
  const url = new URL(base)
  url.hostname = hostname
  return url.origin
}
