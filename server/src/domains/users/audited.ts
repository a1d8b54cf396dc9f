/** The entries of the trail about users, the same for a form and for a row of a file. */
import type { UserId } from '@verbatim/contract/ids.ts'
import type { MessengerRole, Role } from '@verbatim/contract/permissions.ts'
import { type Audited, changedFields } from '#domains/audit/commands.ts'
import { auditedByEach, changesOfMoves, type Move } from '#domains/audit/moves.ts'
import type { UserFields } from './changes.ts'
import type { UserRow } from './queries.ts'

interface Invited {
  readonly id: UserId
  readonly name: string
  readonly email: string
  readonly role?: Role | undefined
  readonly messengerRole?: MessengerRole | undefined
}

/** A person who is new to an application, and their groups and profiles. */
export function auditedInvitation(
  { id, name, email, role, messengerRole }: Invited,
  moves: readonly Move[],
): Audited[] {
  const { changes, counts } = changesOfMoves(moves)
  const given = changedFields({}, { email, ...(role && { role }), ...(messengerRole && { messengerRole }) })
  const target = { kind: 'user', id, name }
  return [
    ...auditedByEach(moves, { name, as: 'members' }),
    { type: 'user_invited', target, changes: [...given, ...changes], counts },
  ]
}

/** A change of a user; empty if nothing changed. A change of role has its own entry, because auditors look for it. */
export function auditedUser(before: UserRow, after: UserFields, moves: readonly Move[]): Audited[] {
  const { id, display_name: name } = before
  const target = { kind: 'user', id, name }
  const changes = changedFields(wordsOf(before), wordsOf(after))
  const ofRoles = changes.filter(({ field }) => field === 'role' || field === 'messengerRole')
  const moved = changesOfMoves(moves)
  const rest = [...changes.filter((one) => !ofRoles.includes(one)), ...moved.changes]
  return [
    ...auditedByEach(moves, { name, as: 'members' }),
    ...(ofRoles.length > 0 ? [{ type: 'user_role_changed' as const, target, changes: ofRoles }] : []),
    ...(rest.length > 0
      ? [{ type: 'user_updated' as const, target, changes: rest, counts: moved.counts }]
      : []),
  ]
}

const wordsOf = (row: UserFields) => ({
  firstName: row.first_name,
  lastName: row.last_name,
  phoneNumber: row.phone_number,
  role: row.role,
  messengerRole: row.messenger_role,
  enabled: row.enabled,
})
