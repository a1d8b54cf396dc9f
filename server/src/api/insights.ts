import {
  duplicateInsight as duplicateCall,
  getInsightFigures,
  getInsightFile,
  getInsightMenu,
  insightCalls,
  type InsightId,
  listInsightVersions,
  previewInsight,
  restoreInsightVersion,
  undoInsightRemoval,
} from '@verbatim/contract/insights.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  createInsight,
  deleteInsight,
  duplicateInsight,
  restoreVersion,
  undoRemoval,
  updateInsight,
} from '#domains/insights/commands.ts'
import {
  findInsightMenu,
  findInsights,
  findInsightVersions,
  requireInsight,
} from '#domains/insights/queries.ts'
import { findInsightFigures } from '#domains/metrics/insight-figures.ts'
import { downloadReport, type DownloadContext } from '#flows/make-reports/download.ts'
import type { Actor } from '#kernel/actor.ts'
import type { TenantTx } from '#platform/db.ts'
import { savesOf } from '#flows/embed-insights/check-saves.ts'
import type { EmbeddingContext } from '#flows/embed-insights/providers.ts'
import { originOf } from '#platform/http/cookies.ts'
import type { Commit } from '#platform/http/idempotency.ts'
import { type Handler, route } from '#platform/http/route.ts'
import type { Insight } from '@verbatim/contract/insights.ts'
import { announcing } from './announcing.ts'
import { toAnswer } from './metrics.ts'
import { failuresToLog } from './uncounted.ts'

const changing = announcing(['insights', 'audit'])

/** A change, answered with the insight as it is then. */
const changed = (
  commit: Commit<Insight>,
  actor: Actor,
  work: (tx: TenantTx) => Promise<InsightId>,
): Promise<Insight> => changing(commit, actor, async (tx) => requireInsight(tx, actor, await work(tx)))

interface Saving {
  readonly actor: Actor
  readonly commit: Commit<Insight>
  readonly signal: AbortSignal
}

type InsightContext = DownloadContext & EmbeddingContext & { readonly publicBaseUrl: string }

/** Changes after which a provider may show something else. */
function savingRoutes(app: FastifyInstance, ctx: InsightContext): void {
  const { now } = ctx
  const savesFor = ({ actor, request, signal }: Saving & { readonly request: FastifyRequest }) =>
    savesOf(ctx, actor, { origin: originOf(ctx.publicBaseUrl, request), signal })
  // A save first waits for the provider, outside the limit of requests, and takes a regular slot only then.
  const save = ({ actor, commit, signal }: Saving, work: (tx: TenantTx) => Promise<InsightId>) =>
    app.turns.run(actor, () => changed(commit, actor, work), signal)

  const create: Handler<typeof insightCalls.create> = async (given) => {
    const draft = await savesFor(given).checkNew(given.body)
    return save(given, (tx) => createInsight(tx, given.actor, draft, now()))
  }
  const update: Handler<typeof insightCalls.update> = async (given) => {
    const { actor, body: change } = given
    const { id } = given.params
    await savesFor(given).checkChange(id, change)
    return save(given, async (tx) => {
      await updateInsight(tx, actor, { id, change }, now())
      return id
    })
  }
  const restore: Handler<typeof restoreInsightVersion> = async (given) => {
    const { actor, params } = given
    const { expectedVersion } = given.body
    await savesFor(given).checkVersion(params)
    return save(given, async (tx) => {
      await restoreVersion(tx, actor, { ...params, expectedVersion }, now())
      return params.id
    })
  }
  route(app, insightCalls.create, create, { waits: true })
  route(app, insightCalls.update, update, { waits: true })
  route(app, restoreInsightVersion, restore, { waits: true })
}

export function insightRoutes(app: FastifyInstance, ctx: InsightContext): void {
  const { now } = ctx
  savingRoutes(app, ctx)
  route(app, getInsightMenu, ({ actor, read }) => read((tx) => findInsightMenu(tx, actor)))
  route(app, insightCalls.list, ({ actor, query, read }) =>
    read((tx) => findInsights(tx, actor, query, now())),
  )
  route(app, insightCalls.get, ({ actor, params: { id }, read }) =>
    read((tx) => requireInsight(tx, actor, id)),
  )
  route(app, insightCalls.remove, ({ actor, params: { id }, query: { expectedVersion }, commit }) =>
    changing(commit, actor, async (tx) => {
      await deleteInsight(tx, actor, { id, expectedVersion }, now())
      return { id }
    }),
  )
  route(app, undoInsightRemoval, ({ actor, params: { id }, commit }) =>
    changed(commit, actor, async (tx) => {
      await undoRemoval(tx, actor, id, now())
      return id
    }),
  )
  route(app, duplicateCall, ({ actor, params: { id }, commit }) =>
    changed(commit, actor, async (tx) =>
      duplicateInsight(tx, actor, await requireInsight(tx, actor, id), now()),
    ),
  )
  route(app, listInsightVersions, ({ actor, params: { id }, read }) =>
    read(async (tx) => ({ items: await findInsightVersions(tx, actor, id) })),
  )
  route(app, getInsightFigures, ({ actor, params: { id }, query, request, signal, read }) =>
    read(async (tx) => {
      const { definition } = await requireInsight(tx, actor, id)
      const asked = { definition, query, now: now(), signal, onFailure: failuresToLog(request) }
      return findInsightFigures(tx, actor, asked)
      // The tiles agree with each other.
    }, 'snapshot'),
  )
  route(app, getInsightFile, async ({ actor, params: { id: insightId }, query, request, signal }) => {
    const subject = { kind: 'insight', insightId } as const
    return toAnswer(
      await downloadReport(ctx, actor, { subject, query, signal, onFailure: failuresToLog(request) }),
    )
  })
  route(
    app,
    previewInsight,
    ({ actor, query, body: { definition }, request, signal, read }) =>
      read((tx) => {
        const asked = { definition, query, now: now(), signal, onFailure: failuresToLog(request) }
        return findInsightFigures(tx, actor, asked)
      }, 'snapshot'),
    { asks: true },
  )
}
