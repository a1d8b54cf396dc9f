import { insightProviderCalls, testInsightProvider } from '@verbatim/contract/insight-providers.ts'
import type { FastifyInstance } from 'fastify'
import {
  createInsightProvider,
  deleteInsightProvider,
  updateInsightProvider,
} from '#domains/insight-providers/commands.ts'
import { findInsightProviders, requireInsightProvider } from '#domains/insight-providers/queries.ts'
import { type EmbeddingContext, testConnection } from '#flows/embed-insights/providers.ts'
import { originOf } from '#platform/http/cookies.ts'
import { route } from '#platform/http/route.ts'
import { usualRoutes } from './usual-routes.ts'

type ProviderRoutesContext = EmbeddingContext & { readonly publicBaseUrl: string }

/** The products that show embedded insights: what they are asked with, and whether that works. */
export function insightProviderRoutes(app: FastifyInstance, ctx: ProviderRoutesContext): void {
  const { secrets } = ctx
  const usual = usualRoutes(insightProviderCalls, {
    find: findInsightProviders,
    require: requireInsightProvider,
    create: (tx, actor, draft, now) => createInsightProvider(tx, actor, draft, { secrets, now }),
    update: (tx, actor, asked, now) => updateInsightProvider(tx, actor, asked, { secrets, now }),
    remove: deleteInsightProvider,
    touches: ['insight-providers'],
  })
  usual(app, ctx)
  // It changes nothing here, and its answer is about this moment.
  route(
    app,
    testInsightProvider,
    async ({ actor, body, request, signal }) => {
      const asker = { origin: originOf(ctx.publicBaseUrl, request), signal }
      const problem = await testConnection(ctx, actor, body, asker)
      return problem === undefined ? {} : { problem }
    },
    { asks: true, waits: true },
  )
}
