import { nounScreens } from '@verbatim/contract/nouns.ts'
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
  IconPlus,
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

/** By the addresses of their lists. */
const newIcons: Readonly<Record<string, Icon>> = {
  '/organization/policies': IconShieldPlus,
  '/organization/groups': IconUsersPlus,
  '/organization/contacts': IconUserPlus,
  '/organization/permission-profiles': IconLockPlus,
  '/organization/notifications': IconBellPlus,
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
  ...nounScreens.flatMap(({ path, create }): Making[] =>
    create
      ? [
          {
            label: create.label,
            needs: create.permission,
            href: `${path}/new`,
            icon: newIcons[path] ?? IconPlus,
            keywords: create.keywords,
          },
        ]
      : [],
  ),
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
    action(isFolded ? 'Expand sidebar' : 'Collapse sidebar', IconLayoutSidebar, given.fold, {
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
