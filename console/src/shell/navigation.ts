import {
  type Icon,
  IconHeartRateMonitor,
  IconMessages,
  IconRadar2,
  IconShieldCheck,
} from '@tabler/icons-react'
import type { Permission } from '@verbatim/contract/permissions.ts'

/** One entry of the side bar. Only what exists is listed, and only what the reader may open is shown. */
export interface NavigationEntry {
  readonly label: string
  readonly href: string
  readonly icon: Icon
  readonly permission: Permission
  /** The entry stands under this word. */
  readonly under?: string
  /** What it is also called, for the command palette. */
  readonly keywords: string
}

export const navigation: readonly NavigationEntry[] = [
  {
    label: 'Content Library',
    href: '/messages',
    icon: IconMessages,
    permission: 'messages.view',
    keywords: 'messages conversations archive search',
  },
  {
    label: 'Cognitive Events',
    href: '/events',
    icon: IconRadar2,
    permission: 'events.view',
    keywords: 'alerts review cases breaches',
  },
  {
    label: 'Capture health',
    href: '/integrations',
    icon: IconHeartRateMonitor,
    permission: 'integrations.view',
    under: 'Integrations',
    keywords: 'accounts channels integrations connected parked',
  },
  {
    label: 'Policies',
    href: '/organization/policies',
    icon: IconShieldCheck,
    permission: 'policies.view',
    under: 'Organization Settings',
    keywords: 'rules topics phrases regex',
  },
]

/** The entry an address belongs to. */
export function entryOf(pathname: string): NavigationEntry | undefined {
  return navigation.find(({ href }) => pathname === href || pathname.startsWith(`${href}/`))
}
