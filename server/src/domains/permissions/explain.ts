/** Explains in sentences, by the law of access, why a user can or cannot see a message in the console. */
import type { AccessFinding } from '@verbatim/contract/effective-access.ts'
import { type Permission, type Role, roleNames, rolePermissions } from '@verbatim/contract/permissions.ts'
import { namesOf, type SeenMessage } from '#access/law.ts'
import { explainScope } from '#access/explain.ts'
import { grantedGroups } from '#access/scope.ts'
import type { GivingProfile } from './profile-queries.ts'

/** The user whose access is explained. */
export interface Subject {
  readonly name: string
  readonly role: Role
  readonly enabled: boolean
  readonly removed: boolean
  readonly profiles: readonly GivingProfile[]
}

export interface Explanation {
  readonly sees: boolean
  /** The decisive fact. */
  readonly sentence: string
  readonly findings: readonly AccessFinding[]
}

/** Checks in the order of the server; the first condition that fails is the reason. The messenger may show what the platform does not. */
export function explainMessage(subject: Subject, message: SeenMessage): Explanation {
  const { name } = subject
  const findings = [
    accountFinding(subject),
    permissionFinding(subject),
    profileFinding(subject),
    ...explainScope(subject.profiles, message),
  ]
  const missing = findings.find(({ holds }) => !holds)
  if (missing)
    return {
      sees: false,
      sentence: `${name} can’t see this message on the platform. ${missing.text}`,
      findings,
    }
  const decisive = findings.at(-1)?.text ?? ''
  return { sees: true, sentence: `${name} can see this message. ${decisive}`, findings }
}

/** What a user can see in total. */
export function explainReach(subject: Subject): Omit<Explanation, 'sees'> {
  const { name, profiles } = subject
  const findings = [accountFinding(subject), permissionFinding(subject), profileFinding(subject)]
  const missing = findings.find(({ holds }) => !holds)
  if (missing)
    return { sentence: `${name} can’t see any messages on the platform. ${missing.text}`, findings }
  const channels = new Set(profiles.flatMap((profile) => profile.channels))
  const groups = grantedGroups(profiles)
  const where = groups === 'all' ? 'all groups' : counted(groups.length, 'group')
  return {
    sentence: `${name} can see messages on ${counted(channels.size, 'channel')}, in ${where}.`,
    findings,
  }
}

/** A user's permissions, each with its source: the role first, then profiles by name. */
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

/** Whether they may sign in. */
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
    return { what, holds: true, text: `The role ${roleNames[role]} can read messages.` }
  const adding = profiles.find(({ permissions }) => permissions.includes('messages.view'))
  if (adding)
    return { what, holds: true, text: `The profile “${adding.name}” lets its members read messages.` }
  const reason =
    role === 'none' ? 'No platform role is assigned' : `The role ${roleNames[role]} can’t read messages`
  // That there is no profile is a finding of its own.
  const others = profiles.length > 0 ? ', and no permission profile lets its members read messages' : ''
  return { what, holds: false, text: `${reason}${others}.` }
}

function profileFinding({ profiles }: Subject): AccessFinding {
  const what = 'profile'
  if (profiles.length === 0)
    return {
      what,
      holds: false,
      text: 'The user has no permission profile, so they can’t see any channels or groups.',
    }
  return { what, holds: true, text: `Permission profiles: ${namesOf(profiles)}.` }
}

const counted = (count: number, noun: string, one = `1 ${noun}`) => (count === 1 ? one : `${count} ${noun}s`)
