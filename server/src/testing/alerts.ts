import { checkAlerts } from '#flows/check-alerts/check-alerts.ts'
import { setUpMailedNoun } from './mailed-noun.ts'

export const alertsPath = '/bff/api/v1/metric-alerts'

/** Metric alerts of an organization, and the mail server that gets their mails. */
export function setUpAlerts(label: string) {
  const at = setUpMailedNoun(label, {
    path: alertsPath,
    draft: ({ tenant }) => ({
      name: 'Busy week',
      metric: 'messages',
      days: 7,
      condition: { kind: 'above', value: 3 },
      recipientIds: [tenant.users.tenant_admin],
    }),
    async work(ctx, tenantId) {
      while ((await checkAlerts(ctx, tenantId)) > 0);
    },
  })
  return {
    at,
    history: async (id: string) => (await at.admin.call('GET', `${alertsPath}/${id}/crossings`)).json.items,
  }
}
