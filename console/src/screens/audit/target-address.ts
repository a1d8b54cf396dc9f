import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { allNouns } from '@verbatim/contract/nouns.ts'
import { formatFilter } from '@verbatim/contract/list-filter.ts'
import { searchText } from '@verbatim/client/search-text.ts'
import { changeRequestHref } from '#lists/change-request-address.ts'

type Target = NonNullable<AuditEvent['target']>

const under =
  (path: string) =>
  ({ id }: Target) =>
    `${path}/${id}`

const all = (field: string) => (target: Target) =>
  searchText({ period: 'all', filter: formatFilter([{ field, operator: 'eq', values: [target.id] }]) })

const sides = { platform: '/organization/platform-users', messenger: '/messenger-settings/messenger-users' }

/** The nouns' own, by the kinds of their targets. */
const ofNouns = Object.values(allNouns).flatMap(({ targets, screen }) =>
  screen ? Object.keys(targets).map((kind) => [kind, under(screen.path)] as const) : [],
)

const organization = '/organization/profile'
/** The parts of an organization, by the types of their entries. */
const ofOrganization: Readonly<Partial<Record<string, string>>> = {
  archiving_updated: '/organization/smtp-integration',
  archive_back_fill_started: '/organization/smtp-integration',
  archive_back_fill_cancelled: '/organization/smtp-integration',
  retention_updated: `${organization}#profile-retention`,
  single_sign_on_updated: '/organization/single-sign-on',
}

const addresses: Readonly<Record<string, (target: Target, type: string) => string | undefined>> = {
  ...Object.fromEntries(ofNouns),
  user: ({ id, side }) => side && `${sides[side]}/${id}`,
  account: under('/integrations/accounts'),
  import: under('/organization/imports'),
  theme: under('/themes/all'),
  'key-metrics': under('/metrics'),
  'change-request': changeRequestHref,
  // Content has a name here only if the reader may see it.
  message: (target) => target.name && `/messages/${target.id}`,
  'cognitive-event': (target) => target.name && `/events/${target.id}`,
  conversation: (target) => target.name && `/messages${all('conversationId')(target)}`,
  attachment: ({ messageId }) => messageId && `/messages/${messageId}`,
  'comment-file': ({ eventId }) => eventId && `/events/${eventId}`,
  organization: (_, type) => ofOrganization[type] ?? organization,
}

/** The address of an audit event's target; undefined if it was removed or has no screen. */
export function targetHref({ type, target }: Pick<AuditEvent, 'type' | 'target'>): string | undefined {
  if (!target || /^(?!policy_rule).*_(deleted|removed)$/.test(type)) return undefined
  return addresses[target.kind]?.(target, type) || undefined
}
