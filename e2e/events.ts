import type { Page } from '@playwright/test'
import { expect, type Story } from '#world.ts'

/** A message that breaks the policy. */
export const promise = 'This fund is a guaranteed return, you cannot lose.'

/** A policy of the organization, created by a compliance user. */
export async function makePolicy({ installation, tenant }: Story): Promise<void> {
  const caller = await installation.world.as(tenant, tenant.users.compliance)
  const answer = await caller.call('POST', '/bff/api/v1/topic', {
    name: 'Guarantees of return',
    severity: 'high',
    rules: [{ name: 'Promises', type: 'phrase', pattern: 'guaranteed return\ncannot lose' }],
  })
  expect(answer.status).toBe(200)
}

/** Another policy of the organization, which finds one phrase. */
export async function makeFurtherPolicy(
  { installation, tenant }: Story,
  { name, pattern }: { readonly name: string; readonly pattern: string },
): Promise<void> {
  const caller = await installation.world.as(tenant, tenant.users.compliance)
  const rules = [{ name, type: 'phrase', pattern }]
  const answer = await caller.call('POST', '/bff/api/v1/topic', { name, severity: 'low', rules })
  expect(answer.status).toBe(200)
}

/** The events on the page. */
export const rows = (page: Page) =>
  page.getByRole('table', { name: 'Cognitive Events' }).getByRole('link', { name: /^Guarantees of return/ })
