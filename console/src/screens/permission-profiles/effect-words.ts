import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { permissionWords } from './permission-words.ts'

type Side = AccessEffect['lost']

/** Whether a user would see less or may do less. */
export const takesAway = ({ lost }: AccessEffect) => lost.users > 0

export const doesNothing = ({ lost, gained }: AccessEffect) => lost.users + gained.users === 0

/** "Removes access to 12,430 messages for 3 users (Ana Bell, Tom Reed and 1 more)." Empty without an effect. */
export function effectLines({ lost, gained }: AccessEffect): string[] {
  return [...sideLines('Removes', lost), ...sideLines('Gives', gained)]
}

function sideLines(verb: 'Removes' | 'Gives', side: Side): string[] {
  if (side.users === 0) return []
  const { permissions } = side
  const whom = `${counted(side.users, 'user')} (${namesOf(side)})`
  const messages = `${side.atLeast ? 'more than ' : ''}${counted(side.messages, 'message')}`
  const hasMessages = side.atLeast || side.messages > 0
  const acts = permissions.length > 0 && actsOf(permissions)
  if (hasMessages)
    return [
      `${verb} access to ${messages} for ${whom}.`,
      ...(acts ? [`${verb} the permission to: ${acts}.`] : []),
    ]
  if (acts)
    return [
      verb === 'Gives'
        ? `Gives ${whom} the permission to: ${acts}.`
        : `Removes from ${whom} the permission to: ${acts}.`,
    ]
  return [`${verb === 'Gives' ? 'Extends' : 'Limits'} the access of ${whom}. No messages are affected.`]
}

/** A role may have all permissions. A single remaining one is named, not counted. */
const mostActs = 12

function actsOf(permissions: Side['permissions']): string {
  const shown = permissions.length > mostActs + 1 ? permissions.slice(0, mostActs) : permissions
  const acts = shown.map((name) => permissionWords[name].toLowerCase())
  const more = permissions.length - acts.length
  return more > 0 ? `${acts.join(', ')} and ${numberText(more)} more` : acts.join(', ')
}

function namesOf({ users, names }: Side): string {
  const more = users - names.length
  return more > 0 ? `${names.join(', ')} and ${numberText(more)} more` : names.join(', ')
}
