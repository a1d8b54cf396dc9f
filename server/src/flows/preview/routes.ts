import { previewPolicy } from '@verbatim/contract/policy-trials.ts'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { previewDraft } from './preview.ts'

interface PreviewContext {
  readonly db: Db
  readonly now: () => Date
}

/** People wait for it in a form; what was found until then is worth showing. */
const dueMs = 8000

/** What a policy would have raised, before it is saved. */
export function previewRoutes(app: FastifyInstance, { db, now }: PreviewContext): void {
  route(
    app,
    previewPolicy,
    ({ actor, body: { policy, days }, signal }) =>
      previewDraft(db, actor, policy, { days, now: now(), signal, due: AbortSignal.timeout(dueMs) }),
    { asks: true },
  )
}
