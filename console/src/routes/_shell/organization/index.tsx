import { createFileRoute } from '@tanstack/react-router'
import { FirstTab } from '#screens/organization/FirstTab.tsx'

export const Route = createFileRoute('/_shell/organization/')({ component: FirstTab })
