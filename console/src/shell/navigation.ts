import {
  type Icon,
  IconAddressBook,
  IconBell,
  IconCalendarTime,
  IconBulb,
  IconBuilding,
  IconBuildingCog,
  IconChartHistogram,
  IconTrendingUp,
  IconFileImport,
  IconHeartRateMonitor,
  IconHistory,
  IconKey,
  IconGauge,
  IconLayoutDashboard,
  IconListDetails,
  IconLockAccess,
  IconMailForward,
  IconMessages,
  IconMessageUser,
  IconPlugConnected,
  IconRadar2,
  IconShieldCheck,
  IconUserCheck,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react'
import { channelNames, connectableChannels } from '@verbatim/contract/channels.ts'
import { nouns, type NounScreen, nounScreens } from '@verbatim/contract/nouns.ts'
import { type MetricTabId, metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'

/** One screen in the navigation. Only existing screens are listed, and only those that the reader may open are shown. */
export interface NavigationScreen {
  readonly label: string
  readonly href: string
  readonly icon: Icon
  readonly permission: Permission
  /** Its other names, for the command palette. */
  readonly keywords: string
  /** The heading that it is listed under, beside the other tabs of its frame. */
  readonly under?: string
  /** Its name under that heading, which says the rest. */
  readonly short?: string
}

/** One entry of the side bar: a screen, or several as the tabs of one frame. */
interface NavigationEntry {
  readonly label: string
  /** The common start of its addresses. */
  readonly href: string
  readonly icon: Icon
  /** In order. A single screen is the only one. */
  readonly screens: readonly NavigationScreen[]
  /** The heading of the entry. */
  readonly under?: string
}

/** The tabs of Organization Settings with a fixed order, under their headings. Source: docs/rules/settings.md. */
const orderedTabs: readonly NavigationScreen[] = [
  {
    label: 'Organization Profile',
    href: '/organization/profile',
    icon: IconBuildingCog,
    permission: 'organization.view',
    keywords: 'name logo language time zone retention idle lock',
    under: 'Organization',
  },
  {
    label: 'Single Sign-On',
    href: '/organization/single-sign-on',
    icon: IconKey,
    permission: 'organization.view',
    keywords: 'sso openid connect oidc provider federation sign-in',
    under: 'Organization',
  },
  {
    label: 'Platform Users',
    href: '/organization/platform-users',
    icon: IconUsers,
    permission: 'platform_users.view',
    keywords: 'people administrators analysts invite import accounts',
    under: 'People',
  },
  tabOf(nouns.groups.screen, IconUsersGroup),
  tabOf(nouns.contacts.screen, IconAddressBook),
  tabOf(nouns['permission-profiles'].screen, IconLockAccess),
  tabOf(nouns.policies.screen, IconShieldCheck),
  tabOf(nouns.notifications.screen, IconBell),
  tabOf(nouns['change-requests'].screen, IconUserCheck),
  tabOf(nouns['metric-alerts'].screen, IconGauge),
  {
    label: 'Integrations',
    href: '/organization/integrations',
    icon: IconPlugConnected,
    permission: 'organization.view',
    keywords: 'channels provider credentials secrets frequency history connected',
    under: 'Data',
  },
  {
    label: 'SMTP Integration',
    href: '/organization/smtp-integration',
    icon: IconMailForward,
    permission: 'smtp_integration.manage',
    keywords: 'archiving by mail journal archive server export global relay',
    under: 'Data',
  },
  tabOf(nouns.insights.screen, IconChartHistogram),
  tabOf(nouns['insight-providers'].screen, IconLayoutDashboard),
  {
    label: 'Imports',
    href: '/organization/imports',
    icon: IconFileImport,
    permission: 'users.import',
    keywords: 'files csv excel upload report rows undo',
    under: 'Data',
  },
  {
    label: 'Audit Trail',
    href: '/organization/audit-trail',
    icon: IconHistory,
    permission: 'audit.view',
    keywords: 'history log changes sign-ins who',
    under: 'Data',
  },
  tabOf(nouns['report-schedules'].screen, IconCalendarTime),
]

const furtherTabs = nounScreens
  .filter(({ path }) => !orderedTabs.some(({ href }) => href === path))
  .map((screen) => tabOf(screen, IconListDetails))

/** All of them: those of further nouns are the last under their heading. */
export const organizationTabs: readonly NavigationScreen[] = [
  ...Map.groupBy([...orderedTabs, ...furtherTabs], ({ under }) => under).values(),
].flat()

/** The tabs of Messenger Settings, in their fixed order. Source: docs/rules/settings.md. */
export const messengerTabs: readonly NavigationScreen[] = [
  {
    label: 'Messenger Users',
    href: '/messenger-settings/messenger-users',
    icon: IconMessageUser,
    permission: 'messenger_users.view',
    keywords: 'representatives people invite import leavers',
  },
]

/** The tabs of Key Metrics. */
export const metricTabs: readonly NavigationScreen[] = [
  metricTab('organization', 'channels categories'),
  metricTab('sales', 'representatives adoption'),
  metricTab('digital', 'contacts conversations'),
  metricTab('compliance', 'events precision'),
]

export const navigation: readonly NavigationEntry[] = [
  { label: 'Key Metrics', href: '/metrics', icon: IconTrendingUp, screens: metricTabs },
  alone({
    label: 'Content Library',
    href: '/messages',
    icon: IconMessages,
    permission: 'messages.view',
    keywords: 'messages conversations archive search',
  }),
  alone({
    label: 'Cognitive Events',
    href: '/events',
    icon: IconRadar2,
    permission: 'events.view',
    keywords: 'alerts review cases breaches',
  }),
  alone({
    label: 'Themes',
    href: '/themes',
    icon: IconBulb,
    permission: 'themes.view',
    keywords: 'topics subjects what people talk about questions requests complaints compliments',
  }),
  alone({
    label: 'Insights',
    href: '/insights',
    icon: IconChartHistogram,
    permission: 'insights.view',
    keywords: 'dashboards reports visuals charts',
  }),
  {
    ...alone({
      label: 'Capture health',
      href: '/integrations',
      icon: IconHeartRateMonitor,
      permission: 'integrations.view',
      keywords: 'accounts channels integrations connected quarantined',
    }),
    under: 'Integrations',
  },
  {
    label: 'Accounts',
    href: '/integrations',
    icon: IconPlugConnected,
    screens: connectableChannels.map((channel) => ({
      label: `${channelNames[channel]} accounts`,
      short: channelNames[channel],
      href: `/integrations/${channel}`,
      icon: IconPlugConnected,
      permission: 'integrations.view',
      keywords: 'integrations connect add channel number onboarding provider',
    })),
    under: 'Integrations',
  },
  {
    label: 'Messenger Settings',
    href: '/messenger-settings',
    icon: IconMessageUser,
    screens: messengerTabs,
    under: 'Settings',
  },
  {
    label: 'Organization Settings',
    href: '/organization',
    icon: IconBuilding,
    screens: organizationTabs,
    under: 'Settings',
  },
]

function tabOf({ label, path, permission, keywords, under }: NounScreen, icon: Icon): NavigationScreen {
  return { label, href: path, icon, permission, keywords, under }
}

function metricTab(tab: MetricTabId, keywords: string): NavigationScreen {
  const { name, path, permission } = metricTabDefinitions[tab]
  return {
    label: name,
    href: path,
    icon: IconTrendingUp,
    permission,
    keywords: `key metrics ${keywords}`,
  }
}

function alone(screen: NavigationScreen): NavigationEntry {
  const { label, href, icon } = screen
  return { label, href, icon, screens: [screen] }
}

type Permissions = ReadonlySet<Permission>

/** The screens that the reader may open. */
export function openScreens(screens: readonly NavigationScreen[], permissions: Permissions) {
  return screens.filter(({ permission }) => permissions.has(permission))
}

/** The entries with a screen that the reader may open, each with its target: its first such screen. */
export function openEntries(permissions: Permissions): (NavigationEntry & { readonly first: string })[] {
  return navigation.flatMap((entry) => {
    const [first] = openScreens(entry.screens, permissions)
    return first ? [{ ...entry, first: first.href }] : []
  })
}

/** The entry that an address belongs to: the one that names most of it. */
export function entryOf(pathname: string): NavigationEntry | undefined {
  const named = ({ href, screens }: NavigationEntry) =>
    Math.max(
      ...[href, ...screens.map((screen) => screen.href)]
        .filter((start) => isWithin(pathname, start))
        .map(({ length }) => length),
    )
  const within = navigation.filter(({ href }) => isWithin(pathname, href))
  return within.toSorted((one, other) => named(other) - named(one))[0]
}

/** The tab that an address belongs to. */
export function screenOf(screens: readonly NavigationScreen[], pathname: string) {
  return screens.find(({ href }) => isWithin(pathname, href))
}

const isWithin = (pathname: string, href: string) => pathname === href || pathname.startsWith(`${href}/`)
