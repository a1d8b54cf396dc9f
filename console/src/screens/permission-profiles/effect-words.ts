import type { AccessEffect } from '@verbatim/contract/access-effect.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import { permissionWords } from './permission-words.ts'

type Side = AccessEffect['lost']

/** Whether a user would see less or may do less. */
export const takesAway = ({ lost }: AccessEffect) => lost.users > 0

/** Whether a user would see more or may do more. */
export const givesMore = ({ gained }: AccessEffect) => gained.users > 0

export const doesNothing = ({ lost, gained }: AccessEffect) => lost.users + gained.users === 0

export interface EffectLine {
  /** "Removes access to 12,430 messages for 3 users (Ana Bell, Tom Reed and 1 more)." */
  readonly text: string
  /** Those that the text counts, to be listed under it. */
  readonly permissions: readonly Permission[]
}

/** What changes, a line for each. Empty without an effect. */
export function effectLines({ lost, gained }: AccessEffect): EffectLine[] {
  return [...sideLines('Removes', lost), ...sideLines('Gives', gained)]
}

type Verb = 'Removes' | 'Gives'

const plain = (text: string): EffectLine => ({ text, permissions: [] })

function sideLines(verb: Verb, side: Side): EffectLine[] {
  if (side.users === 0) return []
  const { permissions } = side
  const whom = whomText(side)
  const messages = `${side.atLeast ? 'more than ' : ''}${counted(side.messages, 'message')}`
  const hasMessages = side.atLeast || side.messages > 0
  if (hasMessages)
    return [
      plain(`${verb} access to ${messages} for ${whom}.`),
      ...(permissions.length > 0 ? [actsLine(verb, permissions)] : []),
    ]
  if (permissions.length > 0) return [actsLine(verb, permissions, whom)]
  return [
    plain(`${verb === 'Gives' ? 'Extends' : 'Limits'} the access of ${whom}. No messages are affected.`),
  ]
}

/** More of them do not fit in a sentence. */
const mostInSentence = 3

function actsLine(verb: Verb, permissions: readonly Permission[], whom?: string): EffectLine {
  const isGiven = verb === 'Gives'
  if (permissions.length > mostInSentence) {
    const count = counted(permissions.length, 'permission')
    const text = isGiven
      ? ['Gives', whom, count].filter(Boolean).join(' ')
      : `Removes ${count}${whom ? ` from ${whom}` : ''}`
    return { text: `${text}:`, permissions }
  }
  const acts = actsText(permissions, isGiven ? 'conjunction' : 'disjunction')
  if (whom) return plain(`${whom} can ${isGiven ? 'also' : 'no longer'} ${acts}.`)
  const permission = permissions.length === 1 ? 'permission' : 'permissions'
  return plain(`${verb} the ${permission} to ${actsText(permissions, 'conjunction')}.`)
}

/** Permissions within a sentence. */
const actsText = (permissions: readonly Permission[], type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat('en-GB', { type }).format(
    permissions.map((name) => withinSentence(permissionWords[name])),
  )

/** Permissions in a list: only the first begins with a capital. */
export const actsList = (permissions: readonly Permission[]) =>
  permissions
    .map((name, at) => (at === 0 ? permissionWords[name] : withinSentence(permissionWords[name])))
    .join(', ')

const withinSentence = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

/** "Ana Bell", "3 users (Ana Bell, Tom Reed, Eve Hall)". */
function whomText({ users, names }: Side): string {
  const [only] = names
  if (users === 1 && only !== undefined) return only
  const more = users - names.length
  const named = more > 0 ? `${names.join(', ')} and ${numberText(more)} more` : names.join(', ')
  return `${counted(users, 'user')} (${named})`
}
