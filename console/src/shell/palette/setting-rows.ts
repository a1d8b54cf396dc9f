import {
  IconChartHistogram,
  IconDeviceLaptop,
  IconFileImport,
  IconLifebuoy,
  IconLock,
  IconShieldLock,
  IconUserCircle,
} from '@tabler/icons-react'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { readyInsightIds, readyInsightNames } from '@verbatim/contract/ready-insight-ids.ts'
import { navigation, openScreens } from '#shell/navigation.ts'
import {
  ofArchiving,
  ofIntegrations,
  ofOrganization,
  ofSignOn,
  type Setting,
} from './organization-settings.ts'
import type { PaletteRow } from './palette-row.ts'

type Permissions = ReadonlySet<Permission>

const ofAccount: readonly Setting[] = [
  {
    label: 'Account Settings',
    href: '/account',
    icon: IconUserCircle,
    keywords: 'my profile name phone number',
  },
  {
    label: 'Password',
    href: '/account#account-password',
    icon: IconLock,
    keywords: 'change my password credentials',
  },
  {
    label: 'Second step',
    href: '/account#account-second-step',
    icon: IconShieldLock,
    keywords: 'authenticator two factor 2fa mfa totp verification code',
  },
  {
    label: 'Recovery codes',
    href: '/account#account-second-step',
    icon: IconLifebuoy,
    keywords: 'backup codes second step lost phone',
  },
  {
    label: 'Devices',
    href: '/account#account-devices',
    icon: IconDeviceLaptop,
    keywords: 'sessions browsers signed in sign out',
  },
]

const imports: readonly (Setting & { readonly needs: Permission })[] = [
  {
    label: 'Imports of platform users',
    href: '/organization/platform-users/import',
    icon: IconFileImport,
    keywords: 'csv excel file upload',
    needs: 'users.import',
  },
  {
    label: 'Imports of messenger users',
    href: '/messenger-settings/messenger-users/import',
    icon: IconFileImport,
    keywords: 'csv excel file upload representatives',
    needs: 'users.import',
  },
  {
    label: 'Imports of contacts',
    href: '/organization/contacts/import',
    icon: IconFileImport,
    keywords: 'csv excel file upload clients',
    needs: 'contacts.manage',
  },
]

const readyMade = readyInsightIds.map((id): Setting => ({
  label: readyInsightNames[id],
  href: `/insights/${id}`,
  icon: IconChartHistogram,
  keywords: 'insight dashboard report ready-made',
}))

/** Every screen, tab and section that the user may open. */
export function settingRows(permissions: Permissions): PaletteRow[] {
  const screens = navigation.flatMap((entry) =>
    openScreens(entry.screens, permissions).map(({ label, href, icon, keywords }) =>
      toRow({ label, href, icon, keywords }, 'Screen', label === entry.label ? entry.under : entry.label),
    ),
  )
  const ofViewers = permissions.has('organization.view')
    ? ([
        ['Organization Profile', ofOrganization],
        ['Integrations', ofIntegrations],
        ['Single Sign-On', ofSignOn],
      ] as const)
    : []
  const ofArchivers = permissions.has('smtp_integration.manage')
    ? ([['SMTP Integration', ofArchiving]] as const)
    : []
  return [
    ...screens,
    ...(permissions.has('insights.view') ? readyMade : []).map((setting) =>
      toRow(setting, 'Insight', 'Ready-made'),
    ),
    ...ofAccount.map((setting) =>
      setting.href === '/account' ? toRow(setting, 'Screen') : toRow(setting, 'Setting', 'Account Settings'),
    ),
    ...[...ofViewers, ...ofArchivers].flatMap(([screen, settings]) =>
      settings.map((setting) => toRow(setting, 'Setting', screen)),
    ),
    ...imports.filter(({ needs }) => permissions.has(needs)).map((setting) => toRow(setting, 'Screen')),
  ]
}

const toRow = ({ label, href, icon, keywords }: Setting, kind: string, detail?: string): PaletteRow => ({
  id: `${kind} ${label}`,
  group: 'Screens and settings',
  label,
  kind,
  icon,
  keywords,
  href,
  ...(detail && { detail }),
  isKept: true,
})
