import { connectionRequests } from '#domains/accounts/connection-requests.ts'
import { defineWork } from '#platform/work/work.ts'
import type { ConnectContext } from './settle-requests.ts'

export const connectionWork = defineWork<ConnectContext>({
  rows: connectionRequests,
  tenantsAtOnce: 4,
  load: async () => (await import('./settle-requests.ts')).settleRequests,
})
