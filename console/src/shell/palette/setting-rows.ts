import {
  IconChartHistogram,
  IconDeviceLaptop,
  IconEye,
  IconFileImport,
  IconKey,
  IconLifebuoy,
  IconLock,
  IconMailForward,
  IconPhoto,
  IconPlugConnected,
  IconShieldLock,
  IconTrashX,
  IconUserCheck,
  IconUserCircle,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { readyInsightIds, readyInsightNames } from '@verbatim/contract/ready-insight-ids.ts'
import { navigation, openScreens } from '#shell/navigation.ts'
import type { PaletteRow } from './palette-row.ts'

type Permissions = ReadonlySet<Permission>

/** A part of a screen, at its heading. */
interface Setting {
  readonly label: string
  readonly href: string
  readonly icon: Icon
  readonly keywords: string
}

const profile = '/organization/profile'

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

const ofOrganization: readonly Setting[] = [
  {
    label: 'Organization name',
    href: `${profile}#profile-general`,
    icon: IconWorld,
    keywords: 'company name mail domains country',
  },
  { label: 'Logo', href: `${profile}#profile-general`, icon: IconPhoto, keywords: 'picture brand image' },
  { label: 'Language', href: `${profile}#profile-general`, icon: IconWorld, keywords: 'locale' },
  {
    label: 'Time zone',
    href: `${profile}#profile-general`,
    icon: IconWorld,
    keywords: 'timezone clock hours',
  },
  {
    label: 'Mail domains',
    href: `${profile}#profile-general`,
    icon: IconWorld,
    keywords: 'email addresses own',
  },
  {
    label: 'Idle lock',
    href: `${profile}#profile-security`,
    icon: IconLock,
    keywords: 'lock after inactivity minutes timeout session',
  },
  {
    label: 'Second step for platform users',
    href: `${profile}#profile-security`,
    icon: IconShieldLock,
    keywords: 'require two factor 2fa mfa authenticator sign-in',
  },
  {
    label: 'Retention',
    href: `${profile}#profile-retention`,
    icon: IconTrashX,
    keywords: 'periods keep delete dispose purge',
  },
  {
    label: 'Country',
    href: `${profile}#profile-general`,
    icon: IconWorld,
    keywords: 'phone numbers national format',
  },
  {
    label: 'Purpose for reading',
    href: `${profile}#profile-reading`,
    icon: IconEye,
    keywords: 'state stated reason opening messages require',
  },
  {
    label: 'Approval by a second person',
    href: `${profile}#profile-approval`,
    icon: IconUserCheck,
    keywords: 'four eyes approve policies retention require',
  },
]

const provider = '/organization/integrations#integrations-provider'

const ofIntegrations: readonly Setting[] = [
  {
    label: 'API key and tokens',
    href: provider,
    icon: IconKey,
    keywords: 'secret auth token account sid credentials provider',
  },
  {
    label: 'Provider',
    href: provider,
    icon: IconPlugConnected,
    keywords: 'integration frequency initial history date account sid',
  },
]

const signOn = '/organization/single-sign-on'

const ofSignOn: readonly Setting[] = [
  {
    label: 'Offer single sign-on',
    href: `${signOn}#single-sign-on-offer`,
    icon: IconKey,
    keywords: 'sso button sign-in page turn on',
  },
  {
    label: 'Identity provider',
    href: `${signOn}#single-sign-on-provider`,
    icon: IconKey,
    keywords: 'openid connect oidc issuer client secret redirect address own accounts',
  },
]

const archiving = '/organization/smtp-integration'

const ofArchiving: readonly Setting[] = [
  {
    label: 'Archiving by email',
    href: `${archiving}#archiving-mode`,
    icon: IconMailForward,
    keywords: 'smtp turn on off pause',
  },
  {
    label: 'Mail server of the archive',
    href: `${archiving}#archiving-receiver`,
    icon: IconMailForward,
    keywords: 'smtp host port encryption password journal recipients test mail',
  },
  {
    label: 'Emails to the archive',
    href: `${archiving}#archiving-mails`,
    icon: IconMailForward,
    keywords: 'smtp failed send again queue',
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
