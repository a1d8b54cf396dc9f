import { hourMs } from '@verbatim/contract/durations.ts'
import { makeCopies, queueCopies } from '#flows/make-reports/make-copies.ts'
import { setUpMailedNoun } from './mailed-noun.ts'
import type { World } from './world.ts'

/** An hour from now, so that it is due in less than a day. */
export const inAnHour = (world: World) =>
  new Date(world.ctx.now().getTime() + hourMs).toISOString().slice(11, 16)

export const schedulesPath = '/bff/api/v1/report-schedules'

/** Scheduled reports of an organization, and the mail server that gets them. */
export function setUpReports(label: string) {
  const at = setUpMailedNoun(label, {
    path: schedulesPath,
    draft: ({ world, tenant }) => ({
      name: 'Morning figures',
      subject: { kind: 'metrics', tab: 'organization' },
      period: '7',
      recurrence: { every: 'day', at: inAnHour(world) },
      recipientIds: [tenant.users.tenant_admin],
      format: 'pdf',
    }),
    async work(ctx, tenantId) {
      while ((await queueCopies(ctx, tenantId)) > 0);
      while ((await makeCopies(ctx, tenantId)) > 0);
    },
  })
  return {
    at,
    copies: async (id: string) => (await at.admin.call('GET', `${schedulesPath}/${id}/copies`)).json.items,
  }
}
