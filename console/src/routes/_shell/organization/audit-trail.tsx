import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen, auditTrail } from '#screens/audit/AuditScreen.tsx'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'

export const Route = createFileRoute('/_shell/organization/audit-trail')({
  ...listAddress,
  loader: listLoader(auditTrail),
  component: AuditScreen,
})
