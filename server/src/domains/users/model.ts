import { type MessengerRole, type Role, rolePermissions } from '@verbatim/contract/permissions.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'

/** The application that a user uses; a person may use both. */
export type Side = 'platform' | 'messenger'

/**
 * Whether a user uses an application. A user who was admitted by single sign-on and has no role yet has neither. The console
 * lists them, so that an administrator finds them.
 */
export const usesSide = (
  side: Side,
  { role, messenger_role }: { readonly role: Role; readonly messenger_role: MessengerRole },
): boolean =>
  side === 'messenger' ? messenger_role !== 'none' : role !== 'none' || messenger_role === 'none'

/** The facts that the rules for roles need. */
interface Ruled {
  readonly id: string
  readonly role: Role
}

/**
 * Refuses changes that a user may not make to another: only a Super Admin creates, changes or removes a Super Admin, and a
 * user cannot assign a role that may do more than their own, or change a user who has one. The right to reveal names counts
 * only while names are hidden, so that Admins appoint Compliance where everyone reads names.
 * Source: docs/decisions/0017, docs/rules/pseudonyms.md.
 * @throws Failure `user.only-super-admin`, `user.beyond-own`
 */
export function checkRoles(
  { role, permissions, readsUnderPseudonyms }: Pick<Actor, 'role' | 'permissions' | 'readsUnderPseudonyms'>,
  before: Role,
  after: Role,
): void {
  if (role !== 'super_admin' && (before === 'super_admin' || after === 'super_admin'))
    throw new Failure('user.only-super-admin')
  const needed = new Set([...rolePermissions[before], ...rolePermissions[after]])
  if (!readsUnderPseudonyms) needed.delete('messages.reveal_identity')
  const beyond = [...needed].filter((name) => !permissions.has(name))
  if (beyond.length > 0) throw new Failure('user.beyond-own', { permissions: beyond })
}

/**
 * Refuses to leave an organization without an administrator.
 * @param others How many other Super Admins may sign in.
 * @throws Failure `user.last-super-admin`
 */
export function checkLastSuperAdmin(
  user: Ruled,
  after: { role: Role; enabled: boolean },
  others: number,
): void {
  const ceases = user.role === 'super_admin' && (after.role !== 'super_admin' || !after.enabled)
  if (ceases && others === 0) throw new Failure('user.last-super-admin')
}

/**
 * A platform user has a role and at least one permission profile: a user without either gets both at once.
 * @param given How many profiles are given with the role, if any are.
 * @throws Failure `user.needs-role`, `permission-profile.last-profile`
 */
export function checkAssigned(
  before: { readonly role: Role; readonly display_name: string },
  role: Role,
  given: number | undefined,
): void {
  if (before.role !== 'none') return
  if (role === 'none' && given) throw new Failure('user.needs-role', { field: 'role' })
  if (role !== 'none' && !given)
    throw new Failure('permission-profile.last-profile', { count: 1, names: [before.display_name], more: '' })
}

/** @throws Failure `user.self-removal` */
export function checkSelf(actor: Pick<Actor, 'userId'>, user: { readonly id: string }): void {
  if (actor.userId === user.id) throw new Failure('user.self-removal')
}

/** The first letters of a name, or of a mail address if there is no name; of Organization User if there is neither. */
export function initialsOf(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word))
  const letters = [first, rest.at(-1) ?? ''].map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? '')
  return letters.join('').toUpperCase() || 'OU'
}
