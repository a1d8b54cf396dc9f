import {
  createPolicy as createPolicyEndpoint,
  createPolicyRule,
  deletePolicyRule,
  getPolicy,
  importPolicyRules,
  listFileTypes,
  listPolicies,
  listPolicyRules,
  updatePolicy as updatePolicyEndpoint,
  updatePolicyRule,
} from '@verbatim/contract/policies.ts'
import { policyLimits, ruleFileTypeNames, ruleFileTypes } from '@verbatim/contract/policy-rules.ts'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#kernel/failure.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'
import { createPolicy, updatePolicy } from '#domains/policies/commands.ts'
import { patternsOf } from '#domains/policies/model.ts'
import { findPolicies, findRules, requirePolicy, requirePolicyVersion } from '#domains/policies/queries.ts'
import { createRule, deleteRule, updateRule } from '#domains/policies/rule-commands.ts'
import { importRules } from '#domains/policies/rule-import.ts'
import type { Judging } from '#flows/judge/judging.ts'
import type { Clock } from '#kernel/clock.ts'

interface PoliciesContext extends Clock {
  readonly judging: Judging
}

const changing = announcing(['policies'])

/** Policies: list, detail, changes, and their rules one by one and by file. */
export function policyRoutes(app: FastifyInstance, ctx: PoliciesContext): void {
  const { now, judging } = ctx
  route(app, listPolicies, ({ query, read }) => read((tx) => findPolicies(tx, query, now())))
  route(app, getPolicy, ({ params, query, read }) =>
    read((tx) => requirePolicy(tx, params.id, query.version)),
  )
  route(app, listPolicyRules, ({ params: { id }, query: { version, skip, limit }, read }) =>
    read(async (tx) => {
      await requirePolicyVersion(tx, id, version)
      return { items: await findRules(tx, id, { version, skip, most: limit }) }
    }),
  )
  route(app, createPolicyEndpoint, async ({ actor, body, commit, signal }) => {
    await judging.checkPatterns(actor, patternsOf(body.rules), signal)
    return changing(commit, actor, async (tx) =>
      requirePolicy(tx, await createPolicy(tx, actor, body, now())),
    )
  })
  route(app, updatePolicyEndpoint, async ({ actor, params: { id }, body: change, commit, signal }) => {
    await judging.checkPatterns(actor, patternsOf(change.rules?.put ?? []), signal)
    return changing(commit, actor, async (tx) => {
      await updatePolicy(tx, actor, { id, change }, now())
      return requirePolicy(tx, id)
    })
  })
  ruleRoutes(app, ctx)
  fileRoutes(app, ctx)
}

function ruleRoutes(app: FastifyInstance, { now, judging }: PoliciesContext): void {
  route(
    app,
    createPolicyRule,
    async ({ actor, params: { id }, body: { expectedVersion, ...rule }, commit, signal }) => {
      await judging.checkPatterns(actor, [rule], signal)
      return changing(commit, actor, async (tx) => {
        await createRule(tx, actor, { id, rule, expectedVersion }, now())
        return requirePolicy(tx, id)
      })
    },
  )
  route(
    app,
    updatePolicyRule,
    async ({ actor, params: { id, ruleId }, body: { expectedVersion, ...change }, commit, signal }) => {
      await judging.checkPatterns(actor, patternsOf([change]), signal)
      return changing(commit, actor, async (tx) => {
        await updateRule(tx, actor, { id, ruleId, change, expectedVersion }, now())
        return requirePolicy(tx, id)
      })
    },
  )
  route(app, deletePolicyRule, ({ actor, params: { id, ruleId }, query: { expectedVersion }, commit }) =>
    changing(commit, actor, async (tx) => {
      await deleteRule(tx, actor, { id, ruleId, expectedVersion }, now())
      return requirePolicy(tx, id)
    }),
  )
}

function fileRoutes(app: FastifyInstance, { now, judging }: PoliciesContext): void {
  route(app, listFileTypes, () => ({
    items: ruleFileTypes.map((id) => ({
      id,
      name: ruleFileTypeNames[id],
      maxBytes: policyLimits.fileBytes,
      maxRows: policyLimits.fileRows,
      extension: 'csv' as const,
    })),
    total: ruleFileTypes.length,
  }))
  route(
    app,
    importPolicyRules,
    async ({ actor, params: { id }, query: { expectedVersion, ...file }, body, commit, signal }) => {
      if (!(body instanceof Uint8Array)) throw new Failure('policy.not-csv')
      const read = await judging.readRuleFile(actor, body, file, signal)
      return changing(commit, actor, (tx) =>
        importRules(tx, actor, { id, expectedVersion, ...file, read }, now()),
      )
    },
    { bodyLimit: policyLimits.fileBytes },
  )
}
