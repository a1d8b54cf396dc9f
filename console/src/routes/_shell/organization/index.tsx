import { createFileRoute } from '@tanstack/react-router'
import { FirstTab } from '#shell/FirstTab.tsx'
import { organizationTabs } from '#shell/navigation.ts'

export const Route = createFileRoute('/_shell/organization/')({
  component: () => <FirstTab tabs={organizationTabs} />,
})
