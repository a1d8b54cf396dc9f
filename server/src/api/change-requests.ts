import {
  createChangeRequest,
  decideChangeRequest,
  getRequestedRules,
  listChangeRequests,
  withdrawChangeRequest,
} from '@verbatim/contract/change-requests.ts'
import { policyLimits } from '@verbatim/contract/policy-rules.ts'
import type { FastifyInstance } from 'fastify'
import { requireRequestedChange } from '#domains/change-requests/queries.ts'
import { decide, sendForApproval, withdraw } from '#flows/approve-changes/change-requests.ts'
import { findShownRequests } from '#flows/approve-changes/shown.ts'
import type { ChangeRequestContext } from '#flows/approve-changes/operations.ts'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['change-requests', 'audit'])
const making = announcing([
  'change-requests',
  'policies',
  'organization',
  'groups',
  'users',
  'contacts',
  'permission-profiles',
  'audit',
])

/** Changes that a second person approves. */
export function changeRequestRoutes(app: FastifyInstance, ctx: ChangeRequestContext): void {
  route(app, listChangeRequests, ({ actor, query, read }) =>
    read((tx) => findShownRequests(tx, actor, query, ctx.now())),
  )
  route(app, getRequestedRules, async ({ actor, params: { id }, read }) => {
    const change = await read((tx) => requireRequestedChange(tx, actor, id))
    if (change.operation !== 'import-policy-rules') throw new Failure('change-request.not-found')
    return { body: Buffer.from(change.csv), contentType: 'text/csv; charset=utf-8', fileName: 'rules.csv' }
  })
  route(
    app,
    createChangeRequest,
    async ({ actor, body, commit, signal }) =>
      changing(commit, actor, await sendForApproval(ctx, actor, body, signal)),
    // A file of rules is part of the body, with its line breaks escaped.
    { bodyLimit: policyLimits.fileBytes * 1.2 },
  )
  route(app, decideChangeRequest, async ({ actor, params: { id }, body, commit, read, signal }) =>
    making(commit, actor, await decide(ctx, actor, { id, ...body }, { read, signal })),
  )
  route(app, withdrawChangeRequest, ({ actor, params: { id }, commit }) =>
    changing(commit, actor, withdraw(ctx, actor, id)),
  )
}
