/**
 * The law of access. A permission profile grants channels × groups, a scope is a list of such grants, and a row is within it
 * if one grant contains the row in every dimension. Only this list names the dimensions: the SQL of reads,
 * the predicate, the comparison of scopes, the explanation and the search functions all follow from it. Source:
 * docs/decisions/0066-one-law-of-access.md.
 */
import { type Channel, channelNames, channels } from '@verbatim/contract/channels.ts'
import type { AccessFinding } from '@verbatim/contract/effective-access.ts'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import type { GroupId } from '@verbatim/contract/ids.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Grant } from '#kernel/actor.ts'

/** A row as the law sees it. */
export interface ScopedRow {
  readonly channel: Channel
  readonly groupIds: readonly GroupId[]
}

/** A grant with the name of its profile. */
export type NamedGrant = Grant & { readonly name: string }

/** A message, as an explanation names it. */
export interface SeenMessage {
  readonly channel: Channel
  readonly groups: readonly GroupEntry[]
}

export interface Dimension {
  /** Its name in a grant, which has 'all' or some values. */
  readonly granted: keyof Grant
  /** Its name in a row, which has any number of values. Only a grant of all contains a row without a value. */
  readonly held: keyof ScopedRow
  readonly many: boolean
  /** Its column in every table with rows within a scope. */
  readonly column: string
  readonly type: 'text' | 'uuid'
  /** All possible values, if there are few: a grant of all of them equals a grant of `all`. */
  readonly every?: readonly string[]
  /** Whether a `permission_profile profile` grants a row's value. */
  readonly givenByProfile: (held: RawBuilder<unknown>) => RawBuilder<boolean>
  readonly what: AccessFinding['what']
  /** @param giving The grants that contain the message in this dimension and all earlier ones. */
  readonly explain: (message: SeenMessage, giving: readonly NamedGrant[]) => string
}

export const dimensions: readonly Dimension[] = [
  {
    granted: 'channels',
    held: 'channel',
    many: false,
    column: 'channel',
    type: 'text',
    every: channels,
    givenByProfile: (channel) => sql`${channel} = any(profile.channels)`,
    what: 'channel',
    explain: ({ channel }, giving) =>
      giving.length > 0
        ? `${namesOf(giving)} ${giving.length === 1 ? 'covers' : 'cover'} ${channelNames[channel]}.`
        : `The message was captured on ${channelNames[channel]}, which none of the permission profiles covers.`,
  },
  {
    granted: 'groupIds',
    held: 'groupIds',
    many: true,
    column: 'group_ids',
    type: 'uuid',
    givenByProfile: (groupIds) => sql`(profile.all_groups or exists (
      select from permission_profile_group given where given.tenant_id = profile.tenant_id
        and given.profile_id = profile.id and given.group_id = any(${groupIds})))`,
    what: 'group',
    explain: explainGroups,
  },
]

function explainGroups({ channel, groups }: SeenMessage, [profile]: readonly NamedGrant[]): string {
  if (profile) {
    const { name, groupIds } = profile
    const where =
      groupIds === 'all'
        ? 'all groups'
        : `the group ${namesOf(groups.filter(({ id }) => groupIds.includes(id)))}`
    return `The profile “${name}” covers ${channelNames[channel]} in ${where}.`
  }
  if (groups.length === 0)
    return 'This message isn’t in a group, so only permission profiles covering all groups include it.'
  return `The message is in the ${groups.length === 1 ? 'group' : 'groups'} ${namesOf(groups)}, which no permission profile covers on ${channelNames[channel]}.`
}

/** The names of things in a sentence. */
export const namesOf = (things: readonly { readonly name: string }[]) =>
  things.map(({ name }) => `“${name}”`).join(', ')
