import { IconFlask } from '@tabler/icons-react'
import type { OrganizationBasics } from '@verbatim/contract/organization-basics.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'

/** Shown outside production, so that users do not mistake a test system for the real one. */
export function environmentMeaning(environment: OrganizationBasics['environment']): Meaning | undefined {
  if (environment === 'production') return undefined
  return { label: names[environment], tone: 'amber', icon: IconFlask }
}

const names = { local: 'Local', dev: 'Development', stage: 'Staging' }
