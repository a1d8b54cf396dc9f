import {
  IconAddressBook,
  IconAlertCircle,
  IconBell,
  IconBulb,
  IconCalendarTime,
  IconChartHistogram,
  IconDownload,
  IconFileImport,
  IconFileSearch,
  IconHistory,
  IconLayoutDashboard,
  IconLockAccess,
  IconMessage,
  IconMessages,
  IconMessageUser,
  IconPaperclip,
  IconPlugConnected,
  IconRadar2,
  IconShieldCheck,
  IconUser,
  IconUserCheck,
  IconUsersGroup,
  type Icon,
} from '@tabler/icons-react'
import type { Found, FoundKind } from '@verbatim/contract/find.ts'
import { addressText } from '@verbatim/ui/readable.ts'
import { changeRequestHref } from '#lists/change-request-address.ts'
import { has, listHref } from '#lists/list-href.ts'
import { searchText } from '@verbatim/client/search-text.ts'
import type { PaletteRow, RowGroup } from './palette-row.ts'

interface Shown {
  readonly group: RowGroup
  /** One of them. */
  readonly kind: string
  readonly icon: Icon
  /** Its address; without one, the palette opens it itself. */
  readonly href?: (found: Found) => string
  readonly isKept?: boolean
}

const under = (path: string) => (found: Found) => `${path}/${found.id}`

const shown: Readonly<Record<FoundKind, Shown>> = {
  'platform-user': {
    group: 'People',
    kind: 'Platform user',
    icon: IconUser,
    href: under('/organization/platform-users'),
    isKept: true,
  },
  'messenger-user': {
    group: 'People',
    kind: 'Messenger user',
    icon: IconMessageUser,
    href: under('/messenger-settings/messenger-users'),
    isKept: true,
  },
  contact: {
    group: 'Contacts',
    kind: 'Contact',
    icon: IconAddressBook,
    href: under('/organization/contacts'),
  },
  group: {
    group: 'Groups',
    kind: 'Group',
    icon: IconUsersGroup,
    href: under('/organization/groups'),
    isKept: true,
  },
  policy: {
    group: 'Policies',
    kind: 'Policy',
    icon: IconShieldCheck,
    href: under('/organization/policies'),
    isKept: true,
  },
  'permission-profile': {
    group: 'Permission profiles',
    kind: 'Permission profile',
    icon: IconLockAccess,
    href: under('/organization/permission-profiles'),
    isKept: true,
  },
  theme: { group: 'More', kind: 'Theme', icon: IconBulb, href: under('/themes/all'), isKept: true },
  insight: {
    group: 'More',
    kind: 'Insight',
    icon: IconChartHistogram,
    href: under('/insights'),
    isKept: true,
  },
  message: { group: 'Messages', kind: 'Message', icon: IconMessage, href: under('/messages') },
  conversation: { group: 'Conversations', kind: 'Conversation', icon: IconMessages },
  event: { group: 'More', kind: 'Cognitive event', icon: IconRadar2, href: under('/events') },
  notification: {
    group: 'More',
    kind: 'Notification',
    icon: IconBell,
    href: under('/organization/notifications'),
  },
  account: {
    group: 'More',
    kind: 'Channel account',
    icon: IconPlugConnected,
    href: under('/integrations/accounts'),
  },
  attachment: {
    group: 'More',
    kind: 'Attachment',
    icon: IconPaperclip,
    href: ({ messageId = '' }) => `/messages/${messageId}`,
  },
  'audit-event': {
    group: 'More',
    kind: 'Audit event',
    icon: IconHistory,
    href: ({ id }) => listHref('/organization/audit-trail', [has('id', id)]),
  },
  request: {
    group: 'More',
    kind: 'Request',
    icon: IconHistory,
    href: ({ id }) => listHref('/organization/audit-trail', [has('requestId', id)]),
  },
  export: { group: 'More', kind: 'Export', icon: IconDownload },
  'metric-alert': {
    group: 'More',
    kind: 'Metric alert',
    icon: IconAlertCircle,
    href: under('/organization/metric-alerts'),
  },
  'scheduled-report': {
    group: 'More',
    kind: 'Scheduled report',
    icon: IconCalendarTime,
    href: under('/organization/scheduled-reports'),
  },
  'insight-provider': {
    group: 'More',
    kind: 'Insight provider',
    icon: IconLayoutDashboard,
    href: under('/organization/insight-providers'),
  },
  import: { group: 'More', kind: 'Import', icon: IconFileImport, href: under('/organization/imports') },
  'change-request': {
    group: 'More',
    kind: 'Change request',
    icon: IconUserCheck,
    href: changeRequestHref,
  },
}

/** The server's results as rows. `open` opens a conversation or an export, which have no address of their own. */
export function foundRows(found: readonly Found[], open: (thing: Found) => void): PaletteRow[] {
  return found.map((thing) => {
    const { href, ...how } = shown[thing.kind]
    return {
      id: `${thing.kind} ${thing.id}`,
      label: thing.name,
      detail: thing.detail && addressText(thing.detail),
      ...how,
      ...(href ? { href: href(thing) } : { run: () => open(thing) }),
    }
  })
}

/** A row that leads to all messages with these words, if the results are not enough. */
export const searchRow = (text: string): PaletteRow => ({
  id: 'search',
  group: 'Search',
  label: `Search all messages for “${text}”`,
  kind: 'Search',
  icon: IconFileSearch,
  href: `/messages${searchText({ search: text, period: 'all' })}`,
})
