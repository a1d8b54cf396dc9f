/** The settings of the organization as the palette finds them: each section of their screens, and what else has a name of its own. */
import {
  IconCalendarOff,
  IconClock,
  IconEye,
  IconEyeOff,
  IconHourglass,
  IconKey,
  IconLock,
  IconMailForward,
  IconPhoto,
  IconPlugConnected,
  IconShieldLock,
  IconTrashX,
  IconUserCheck,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'

/** A part of a screen, at its heading. */
export interface Setting {
  readonly label: string
  readonly href: string
  readonly icon: Icon
  readonly keywords: string
}

const profile = '/organization/profile'

export const ofOrganization: readonly Setting[] = [
  {
    label: 'Organization name',
    href: `${profile}#profile-general`,
    icon: IconWorld,
    keywords: 'company name',
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
    label: 'Business hours',
    href: `${profile}#profile-hours`,
    icon: IconClock,
    keywords: 'working days opening times weekend response',
  },
  {
    label: 'Holidays',
    href: `${profile}#profile-hours`,
    icon: IconCalendarOff,
    keywords: 'bank public days without business hours',
  },
  {
    label: 'When a client waits',
    href: `${profile}#profile-hours`,
    icon: IconHourglass,
    keywords: 'waiting hours clients without an answer',
  },
  {
    label: 'Email domains',
    href: `${profile}#profile-general`,
    icon: IconWorld,
    keywords: 'mail addresses own',
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
    label: 'Pseudonyms for clients and representatives',
    href: `${profile}#profile-reading`,
    icon: IconEyeOff,
    keywords: 'pseudonymous reading hide names identity anonymous reveal',
  },
  {
    label: 'Approval by a second person',
    href: `${profile}#profile-approval`,
    icon: IconUserCheck,
    keywords: 'four eyes approve policies retention require',
  },
]

const provider = '/organization/integrations#integrations-provider'

export const ofIntegrations: readonly Setting[] = [
  {
    label: 'Channels',
    href: '/organization/integrations#integrations-channels',
    icon: IconPlugConnected,
    keywords: 'accounts connected waiting',
  },
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

export const ofSignOn: readonly Setting[] = [
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

export const ofArchiving: readonly Setting[] = [
  {
    label: 'Archiving by email',
    href: `${archiving}#archiving-mode`,
    icon: IconMailForward,
    keywords: 'smtp turn on off pause',
  },
  {
    label: 'Email server of the archive',
    href: `${archiving}#archiving-receiver`,
    icon: IconMailForward,
    keywords: 'smtp mail host port encryption password journal recipients test',
  },
  {
    label: 'Archiving status',
    href: `${archiving}#archiving-state`,
    icon: IconMailForward,
    keywords: 'smtp delivery problem',
  },
  {
    label: 'Summary of archiving',
    href: `${archiving}#archiving-summary`,
    icon: IconMailForward,
    keywords: 'smtp messages and emails per day difference',
  },
  {
    label: 'Earlier messages to the archive',
    href: `${archiving}#archiving-back-fill`,
    icon: IconMailForward,
    keywords: 'smtp back-fill backfill history archive from',
  },
  {
    label: 'Messages for the archive',
    href: `${archiving}#archiving-filter`,
    icon: IconMailForward,
    keywords: 'smtp filter channels groups which also events',
  },
  {
    label: 'Content of archive emails',
    href: `${archiving}#archiving-content`,
    icon: IconMailForward,
    keywords: 'smtp format eml largest size participants daily summary',
  },
  {
    label: 'Emails to the archive',
    href: `${archiving}#archiving-mails`,
    icon: IconMailForward,
    keywords: 'smtp failed send again queue',
  },
]
