/** Why somebody can, or cannot, see a message in the console: the law of access, in sentences. */
import { type Channel, channelNames } from '@verbatim/contract/channels.ts'
import type { AccessFinding } from '@verbatim/contract/effective-access.ts'
import type { GroupEntry } from '@verbatim/contract/groups.ts'
import { type Permission, type Role, roleNames, rolePermissions } from '@verbatim/contract/permissions.ts'
import type { GivingProfile } from './profile-queries.ts'

/** Somebody whose access is explained. */
export interface Subject {
  readonly name: string
  readonly role: Role
  readonly enabled: boolean
  readonly removed: boolean
  readonly profiles: readonly GivingProfile[]
}

export interface SeenMessage {
  readonly channel: Channel
  readonly groups: readonly GroupEntry[]
}

export interface Explanation {
  readonly sees: boolean
  /** The decisive fact. */
  readonly sentence: string
  readonly findings: readonly AccessFinding[]
}

/** Asks in the order in which the server does; the first that does not hold is why. */
export function explainMessage(subject: Subject, message: SeenMessage): Explanation {
  const { name } = subject
  const findings = [
    accountFinding(subject),
    permissionFinding(subject),
    profileFinding(subject),
    channelFinding(subject, message),
    groupFinding(subject, message),
  ]
  const missing = findings.find(({ holds }) => !holds)
  if (missing) return { sees: false, sentence: `${name} cannot see this message. ${missing.text}`, findings }
  const decisive = findings.at(-1)?.text ?? ''
  return { sees: true, sentence: `${name} can see this message. ${decisive}`, findings }
}

/** What somebody can see at all. */
export function explainReach(subject: Subject): Omit<Explanation, 'sees'> {
  const { name, profiles } = subject
  const findings = [accountFinding(subject), permissionFinding(subject), profileFinding(subject)]
  const missing = findings.find(({ holds }) => !holds)
  if (missing) return { sentence: `${name} cannot see any message. ${missing.text}`, findings }
  const channels = new Set(profiles.flatMap((profile) => profile.channels))
  const groups = new Set(profiles.flatMap(({ groupIds }) => (groupIds === 'all' ? [] : groupIds)))
  const where = profiles.some(({ groupIds }) => groupIds === 'all')
    ? 'all groups'
    : counted(groups.size, 'group')
  return {
    sentence: `${name} can see messages on ${counted(channels.size, 'channel')}, in ${where}.`,
    findings,
  }
}

/** Whether a profile alone lets a message be seen. */
export function reaches(profile: GivingProfile, message: SeenMessage): boolean {
  return profile.channels.includes(message.channel) && inGroups(profile, message)
}

/** What somebody may do, each with what brings it: the role first, then profiles by name. */
export function explainPermissions({
  role,
  profiles,
}: Subject): { permission: Permission; from: string[] }[] {
  const from = new Map<Permission, string[]>()
  const add = (permission: Permission, source: string) =>
    from.set(permission, [...(from.get(permission) ?? []), source])
  for (const permission of rolePermissions[role]) add(permission, `Role ${roleNames[role]}`)
  for (const profile of profiles)
    for (const permission of profile.permissions) add(permission, `Profile “${profile.name}”`)
  return [...from].map(([permission, sources]) => ({ permission, from: sources }))
}

/** Whether they may sign in at all. */
export function accountFinding({ enabled, removed }: Pick<Subject, 'enabled' | 'removed'>): AccessFinding {
  const what = 'account'
  if (removed) return { what, holds: false, text: 'The account has been removed from the organization.' }
  return enabled
    ? { what, holds: true, text: 'The account is enabled.' }
    : { what, holds: false, text: 'The account is disabled.' }
}

function permissionFinding({ role, profiles }: Subject): AccessFinding {
  const what = 'permission'
  if (rolePermissions[role].includes('messages.view'))
    return { what, holds: true, text: `The role ${roleNames[role]} may read messages.` }
  const adding = profiles.find(({ permissions }) => permissions.includes('messages.view'))
  if (adding) return { what, holds: true, text: `The profile “${adding.name}” lets messages be read.` }
  return {
    what,
    holds: false,
    text: `The role ${roleNames[role]} may not read messages, and no permission profile adds that (messages.view).`,
  }
}

function profileFinding({ profiles }: Subject): AccessFinding {
  const what = 'profile'
  if (profiles.length === 0)
    return { what, holds: false, text: 'There is no permission profile, and so no channel and no group.' }
  return { what, holds: true, text: `Permission profiles: ${names(profiles)}.` }
}

function channelFinding({ profiles }: Subject, { channel }: SeenMessage): AccessFinding {
  const what = 'channel'
  const giving = profiles.filter(({ channels }) => channels.includes(channel))
  if (giving.length === 0)
    return {
      what,
      holds: false,
      text: `The message was captured on ${channelNames[channel]}, which none of the permission profiles gives.`,
    }
  return { what, holds: true, text: `${names(giving)} ${gives(giving)} ${channelNames[channel]}.` }
}

function groupFinding({ profiles }: Subject, message: SeenMessage): AccessFinding {
  const what = 'group'
  const { channel, groups } = message
  const giving = profiles.filter(({ channels }) => channels.includes(channel))
  const [whole] = giving.filter((profile) => inGroups(profile, message))
  if (whole) {
    const given = groups.filter(({ id }) => whole.groupIds === 'all' || whole.groupIds.includes(id))
    const where = whole.groupIds === 'all' ? 'all groups' : `the group ${names(given)}`
    return {
      what,
      holds: true,
      text: `The profile “${whole.name}” gives ${channelNames[channel]} in ${where}.`,
    }
  }
  if (groups.length === 0)
    return {
      what,
      holds: false,
      text: 'The message is of no group; only a permission profile with all groups reaches it.',
    }
  const text = `The message is of the ${groups.length === 1 ? 'group' : 'groups'} ${names(groups)}, which no permission profile gives together with ${channelNames[channel]}.`
  return { what, holds: false, text }
}

function inGroups({ groupIds }: GivingProfile, { groups }: SeenMessage): boolean {
  return groupIds === 'all' || groups.some(({ id }) => groupIds.includes(id))
}

const names = (things: readonly { readonly name: string }[]) =>
  things.map(({ name }) => `“${name}”`).join(', ')
const gives = (things: readonly unknown[]) => (things.length === 1 ? 'gives' : 'give')
const counted = (count: number, noun: string, one = `1 ${noun}`) => (count === 1 ? one : `${count} ${noun}s`)
