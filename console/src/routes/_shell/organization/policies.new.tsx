import { createFileRoute } from '@tanstack/react-router'
import { NewPolicyScreen } from '#screens/policies/policy-editor.tsx'

export const Route = createFileRoute('/_shell/organization/policies/new')({
  component: NewPolicyScreen,
})
