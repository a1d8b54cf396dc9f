import type { AuditEvent } from '@verbatim/contract/audit.ts'
import { allNouns } from '@verbatim/contract/nouns.ts'
import { formatFilter } from '@verbatim/contract/list-filter.ts'
import { searchText } from '#lists/search-text.ts'

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

const addresses: Readonly<Record<string, (target: Target) => string | undefined>> = {
  ...Object.fromEntries(ofNouns),
  user: ({ id, side }) => side && `${sides[side]}/${id}`,
  account: under('/integrations/accounts'),
  import: under('/organization/imports'),
  // Content has a name here only if the reader may see it.
  message: (target) => target.name && `/messages/${target.id}`,
  'cognitive-event': (target) => target.name && `/events/${target.id}`,
  conversation: (target) => target.name && `/messages${all('conversationId')(target)}`,
  organization: () => '/organization/profile',
  'single-sign-on': () => '/organization/single-sign-on',
}

/** The address of an audit event's target; undefined if it was removed or has no screen. */
export function targetHref({ type, target }: Pick<AuditEvent, 'type' | 'target'>): string | undefined {
  if (!target || /^(?!policy_rule).*_(deleted|removed)$/.test(type)) return undefined
  return addresses[target.kind]?.(target) || undefined
}
