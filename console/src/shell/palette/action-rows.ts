import type { Permission } from '@verbatim/contract/permissions.ts'
import {
  IconBellPlus,
  IconDeviceDesktop,
  IconDevicesOff,
  IconDownload,
  IconKeyboard,
  IconLayoutSidebar,
  IconLockPlus,
  IconLogout,
  IconMoon,
  IconShieldPlus,
  IconSun,
  IconUserPlus,
  IconUsersPlus,
  type Icon,
} from '@tabler/icons-react'
import type { PaletteRow } from './palette-row.ts'

export interface ActionRowsGiven {
  readonly permissions: ReadonlySet<Permission>
  /** A session of single sign-on cannot end the others. */
  readonly bySingleSignOn: boolean
  readonly isFolded: boolean
  readonly pageActs: ReadonlyMap<string, () => void>
  readonly choose: (scheme: 'light' | 'dark' | 'auto') => void
  readonly signOut: () => void
  readonly signOutEverywhere: () => void
  readonly openShortcuts: () => void
  readonly fold: () => void
}

interface Making {
  readonly label: string
  readonly needs: Permission
  readonly href: string
  readonly icon: Icon
  readonly keywords: string
}

const makings: readonly Making[] = [
  {
    label: 'Invite user',
    needs: 'platform_users.manage',
    href: '/organization/platform-users/invite',
    icon: IconUserPlus,
    keywords: 'new add create platform user person',
  },
  {
    label: 'Invite messenger user',
    needs: 'messenger_users.manage',
    href: '/messenger-settings/messenger-users/invite',
    icon: IconUserPlus,
    keywords: 'new add create representative person',
  },
  {
    label: 'New policy',
    needs: 'policies.manage',
    href: '/organization/policies/new',
    icon: IconShieldPlus,
    keywords: 'add create rule topic',
  },
  {
    label: 'New group',
    needs: 'groups.manage',
    href: '/organization/groups/new',
    icon: IconUsersPlus,
    keywords: 'add create team desk',
  },
  {
    label: 'New contact',
    needs: 'contacts.manage',
    href: '/organization/contacts/new',
    icon: IconUserPlus,
    keywords: 'add create client customer',
  },
  {
    label: 'New permission profile',
    needs: 'permission_profiles.manage',
    href: '/organization/permission-profiles/new',
    icon: IconLockPlus,
    keywords: 'add create access rights role',
  },
  {
    label: 'New notification',
    needs: 'notifications.manage',
    href: '/organization/notifications/new',
    icon: IconBellPlus,
    keywords: 'add create alert mail',
  },
]

/** The actions that this user may run from any screen. */
export function actionRows(given: ActionRowsGiven): PaletteRow[] {
  const ofPage = [...given.pageActs].map(([label, run]) =>
    action(label, IconDownload, run, { keywords: 'download csv excel xlsx file' }),
  )
  const made = makings
    .filter(({ needs }) => given.permissions.has(needs))
    .map(({ label, icon, keywords, href }) => ({
      ...action(label, icon, undefined, { keywords }),
      href,
    }))
  return [...ofPage, ...made, ...ofShell(given)]
}

function ofShell(given: ActionRowsGiven): PaletteRow[] {
  const { choose, isFolded } = given
  const appearance = { keywords: 'appearance colour color scheme mode' }
  return [
    action('Light theme', IconSun, () => choose('light'), appearance),
    action('Dark theme', IconMoon, () => choose('dark'), appearance),
    action('System theme', IconDeviceDesktop, () => choose('auto'), appearance),
    action('Keyboard shortcuts', IconKeyboard, given.openShortcuts, { shortcut: '?', keywords: 'keys help' }),
    action(isFolded ? 'Expand the side bar' : 'Collapse the side bar', IconLayoutSidebar, given.fold, {
      shortcut: '[',
      keywords: 'navigation menu fold',
    }),
    action('Sign out', IconLogout, given.signOut, { keywords: 'log out logout leave' }),
    ...(given.bySingleSignOn
      ? []
      : [
          action('Sign out everywhere', IconDevicesOff, given.signOutEverywhere, {
            keywords: 'log out logout devices sessions',
          }),
        ]),
  ]
}

function action(
  label: string,
  icon: Icon,
  run: (() => void) | undefined,
  more: Pick<PaletteRow, 'shortcut' | 'keywords'>,
): PaletteRow {
  return {
    id: `Action ${label}`,
    group: 'Actions',
    label,
    kind: 'Action',
    icon,
    ...(run && { run }),
    ...more,
  }
}
