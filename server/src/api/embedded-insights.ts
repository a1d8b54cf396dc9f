import { getDashboardUrl } from '@verbatim/contract/embedded-insights.ts'
import type { FastifyInstance } from 'fastify'
import { embedCookie, framePathOf } from '#flows/embed-insights/frame-route.ts'
import { giveTicket } from '#flows/embed-insights/open-insight.ts'
import type { EmbeddingContext } from '#flows/embed-insights/providers.ts'
import { Failure } from '#kernel/failure.ts'
import { newToken } from '#platform/crypto.ts'
import { originOf, readCookie, setCookie } from '#platform/http/cookies.ts'
import { type Handler, route } from '#platform/http/route.ts'

type EmbeddedContext = EmbeddingContext & { readonly publicBaseUrl: string }

/** The addresses of embedded insights. */
export function embeddedInsightRoutes(app: FastifyInstance, ctx: EmbeddedContext): void {
  const { publicBaseUrl } = ctx
  const open: Handler<typeof getDashboardUrl> = async ({ actor, query, request, reply, signal }) => {
    // Several tabs have one value, so that none undoes the address of another.
    const browser = readCookie(publicBaseUrl, request, embedCookie) ?? newToken()
    const asker = { origin: originOf(publicBaseUrl, request), signal }
    if (!request.session) throw new Failure('session.missing')
    const session = { id: request.session.originJti, signedInAt: request.session.authTime }
    const wanted = { id: query['dashboard-id'], browser, session }
    const { code, expiresAt } = await giveTicket(ctx, actor, wanted, asker)
    setCookie(publicBaseUrl, reply, embedCookie, browser)
    return { url: framePathOf(code), expiresAt: expiresAt.toISOString() }
  }
  route(app, getDashboardUrl, open, { waits: true })
}
