import { createFileRoute } from '@tanstack/react-router'
import { auditList } from '@verbatim/contract/audit.ts'
import { AuditScreen } from '#screens/audit/AuditScreen.tsx'
import { auditEventsQuery } from '#screens/audit/queries.ts'
import { listAddress } from '#shell/list-address.ts'

export const Route = createFileRoute('/_shell/organization/audit-trail')({
  ...listAddress(auditList),
  loader: ({ context: { house, queryClient }, deps }) => {
    void queryClient.prefetchQuery(auditEventsQuery(house.api, deps))
  },
  component: AuditScreen,
})
