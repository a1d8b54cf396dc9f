import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type AuthenticateContext, findTenant } from '#flows/authenticate/authenticate.ts'
import { Failure } from '#kernel/failure.ts'
import { type Cookie, originOf, readCookie } from '#platform/http/cookies.ts'
import { signalOf } from '#platform/http/route.ts'
import { closedPage, framePolicy, openedPage } from './frame-page.ts'
import { openByTicket } from './open-insight.ts'
import type { EmbeddingContext } from './providers.ts'

/** The browser that asked for an address is the only one that can redeem it. */
export const embedCookie: Cookie = { name: 'embed', lifeSeconds: 24 * 3_600, sameSite: 'Strict' }

const path = '/embedded'
export const framePathOf = (code: string) => `${path}/${code}`

interface FrameContext extends EmbeddingContext, Pick<AuthenticateContext, 'names' | 'localTenant'> {
  readonly publicBaseUrl: string
}

/** Serves the page in the frame of an embedded insight. It needs no session: the ticket in its address and the cookie stand for it. */
export function embeddedFrameRoute(app: FastifyInstance, ctx: FrameContext): void {
  app.get<{ Params: { code: string } }>(
    `${path}/:code`,
    { config: { isLimited: true } },
    async (request, reply) => {
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        // Providers check by which address they are embedded, and never see the ticket in it.
        .header('referrer-policy', 'strict-origin')
      const opened = await opening(ctx, request, signalOf(request, reply))
      if ('state' in opened)
        return send(reply.status(opened.state === 'spent' ? 410 : 502), closedPage(opened))
      return send(reply, openedPage(opened), new URL(opened.url).origin)
    },
  )
}

const send = (reply: FastifyReply, body: string, provider?: string) =>
  reply.header('content-security-policy', framePolicy(provider)).send(body)

async function opening(
  ctx: FrameContext,
  request: FastifyRequest<{ Params: { code: string } }>,
  signal: AbortSignal,
) {
  const origin = originOf(ctx.publicBaseUrl, request)
  const tenant = await findTenant(ctx, request.hostname)
  const browser = readCookie(ctx.publicBaseUrl, request, embedCookie)
  const spent = { state: 'spent' } as const
  if (!tenant || tenant.isClosed || browser === undefined || !isOurFrame(request)) return spent
  const via = {
    requestId: request.id,
    address: request.ip,
    agent: request.headers['user-agent']?.slice(0, 400),
  }
  try {
    const redeeming = { tenantId: tenant.id, code: request.params.code, browser, via }
    const opened = await openByTicket(ctx, redeeming, { origin, signal })
    // A provider at our own address could read what its frame is kept from.
    if (opened && new URL(opened.url).origin === origin) throw new Failure('embedded.not-connected')
    return opened ?? spent
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    request.log.info({ code: error.code }, 'an embedded insight was not opened')
    return { state: 'failed', text: error.message } as const
  }
}

/** Browsers say what they load a page for: only a frame of our own page opens one, never a tab. */
function isOurFrame({ headers }: FastifyRequest): boolean {
  const isAs = (name: string, expected: string) => (headers[name] ?? expected) === expected
  return isAs('sec-fetch-dest', 'iframe') && isAs('sec-fetch-site', 'same-origin')
}
