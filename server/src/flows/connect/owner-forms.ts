/** The owner of an account enters what it needs, on the page of their mailed link. */
import { entryOf } from '@verbatim/contract/account-fields.ts'
import type { Onboarding } from '@verbatim/contract/account-links.ts'
import { findConnector } from '#channels/registry.ts'
import { requestConnection } from '#domains/accounts/integration-commands.ts'
import { findLinkedAccount } from '#domains/accounts/links.ts'
import { Failure } from '#kernel/failure.ts'
import type { TenantTx } from '#platform/db.ts'
import { readOnboarding, requireLink } from './account-links.ts'
import { changeAccount, type IntegrationContext } from './integration-accounts.ts'

/**
 * Seals what was entered, and asks the provider whose account it finds there. Nothing is captured before that is the one of this account.
 * The audit trail names the owner.
 * @throws Failure as the endpoint says
 */
export async function fillForm(
  tx: TenantTx,
  ctx: IntegrationContext,
  { token, details }: { readonly token: string; readonly details: Readonly<Record<string, unknown>> },
): Promise<Onboarding> {
  const { accountId: id, usedAt } = await requireLink(tx, token, ctx.now())
  const { channel, source, owner, tenantId } = await findLinkedAccount(tx, id)
  const { ownerEnters, fields } = entryOf(channel, source)
  if (usedAt || !owner || !ownerEnters) throw new Failure('account-link.no-form')
  const blank = fields.find(({ name, isRequired }) => isRequired && !details[name])
  if (blank) throw new Failure('account.secret-required', { field: blank.name, label: blank.label })
  const by = { tenantId, userId: owner.id, name: owner.name }
  const before = await changeAccount(tx, ctx, by, { channel, id, change: { details } })
  // What is entered again as it was is tried again.
  const list = findConnector(channel)?.listing
  await requestConnection(tx, by, { before, request: 'connect', list }, ctx.now())
  return readOnboarding(tx, ctx.now(), { token })
}
