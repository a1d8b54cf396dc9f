import { createFileRoute } from '@tanstack/react-router'
import { NewPolicyScreen } from '#screens/policies/NewPolicyScreen.tsx'
import { PolicyAddress } from '#screens/policies/policies-address.ts'

export const Route = createFileRoute('/_shell/organization/policies/new')({
  validateSearch: PolicyAddress,
  component: NewPolicyScreen,
})
