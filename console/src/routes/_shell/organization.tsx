import { createFileRoute } from '@tanstack/react-router'
import { OrganizationFrame } from '#screens/organizations/OrganizationFrame.tsx'

export const Route = createFileRoute('/_shell/organization')({ component: OrganizationFrame })
