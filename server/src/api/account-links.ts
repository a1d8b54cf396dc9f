import {
  fillOnboardingForm,
  getOnboarding,
  linkAccount,
  sendAccountLink,
} from '@verbatim/contract/account-links.ts'
import { channelsOfType } from '@verbatim/contract/channels.ts'
import type { FastifyInstance } from 'fastify'
import { requireIntegrationAccount } from '#domains/accounts/integration-queries.ts'
import { keepLinking, readOnboarding, sendLink, withOwnerLink } from '#flows/connect/account-links.ts'
import type { IntegrationContext } from '#flows/connect/integration-accounts.ts'
import { fillForm } from '#flows/connect/owner-forms.ts'
import type { Db } from '#platform/db.ts'
import { inTenant } from '#platform/db.ts'
import { route } from '#platform/http/route.ts'
import { announcing } from './announcing.ts'

const changing = announcing(['accounts', 'audit'])

/** Owners link their accounts: the mail that asks them to, and how far they are. */
export function accountLinkRoutes(app: FastifyInstance, ctx: IntegrationContext & { readonly db: Db }): void {
  route(app, sendAccountLink, ({ actor, params: { type, id }, commit }) =>
    changing(commit, actor, async (tx) => {
      const one = { channels: channelsOfType(type), id }
      const account = await requireIntegrationAccount(tx, actor.scope, one, ctx.now())
      await sendLink(tx, ctx, actor, withOwnerLink(account))
      return withOwnerLink(await requireIntegrationAccount(tx, actor.scope, one, ctx.now()))
    }),
  )
  // Each answer is another moment's, so none is kept for a repeated call.
  const isSecret = true
  route(
    app,
    linkAccount,
    ({ actor, params: { type, id }, body }) =>
      inTenant(ctx.db, actor.tenantId, async (tx) => {
        const one = { channels: channelsOfType(type), id }
        const account = await requireIntegrationAccount(tx, actor.scope, one, ctx.now())
        return keepLinking(tx, ctx.now(), withOwnerLink(account), body)
      }),
    { isSecret },
  )
  route(app, getOnboarding, ({ body, commit }) => commit((tx) => readOnboarding(tx, ctx.now(), body)))
  route(
    app,
    fillOnboardingForm,
    ({ body, commit }) => changing(commit, undefined, (tx) => fillForm(tx, ctx, body)),
    { isSecret },
  )
}
