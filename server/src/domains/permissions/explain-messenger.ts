/** Explains why a user can or cannot read a message in the messenger. There, roles and conversations decide, not profiles. */
import type { AccessFinding } from '@verbatim/contract/effective-access.ts'
import type { MessengerRole } from '@verbatim/contract/permissions.ts'
import { messengerRoleNames } from '@verbatim/contract/users.ts'
import { accountFinding, type Explanation, type Subject } from './explain.ts'

/** A group of the user; it `shares` if its users read this history. */
export interface TiedGroup {
  readonly name: string
  readonly shares: boolean
}

/** A user who uses or could use the messenger. */
export interface Representative extends Pick<Subject, 'name' | 'enabled' | 'removed'> {
  readonly messengerRole: MessengerRole
  /** By name. */
  readonly groups: readonly TiedGroup[]
}

/** The link between a conversation and a user. */
export interface Ties {
  readonly isThread: boolean
  readonly takesPart: boolean
  /** The name of their account that it runs through: one at most. */
  readonly accounts: readonly string[]
  /** Their groups with a contact of the conversation, by name. */
  readonly groups: readonly TiedGroup[]
}

/** Checks in the order of the messenger; the first condition that fails is the reason. */
export function explainTies(person: Representative, ties: Ties): Explanation {
  const findings = [accountFinding(person), roleFinding(person), kindFinding(ties), tieFinding(person, ties)]
  const missing = findings.find(({ holds }) => !holds)
  const can = missing ? 'can’t read' : 'can read'
  const decisive = missing ?? findings.at(-1)
  return {
    sees: missing === undefined,
    sentence: `${person.name} ${can} this message in the messenger. ${decisive?.text ?? ''}`,
    findings,
  }
}

/** Which conversations a user reads in the messenger. */
export function explainMessenger(person: Representative): Omit<Explanation, 'sees'> {
  const { name, messengerRole, groups } = person
  const findings = [accountFinding(person), roleFinding(person)]
  const missing = findings.find(({ holds }) => !holds)
  if (missing) return { sentence: `${name} can’t use the messenger. ${missing.text}`, findings }
  const own = `${name} reads their own conversations in the messenger`
  const reading = messengerRole === 'manager' ? groups : sharing(groups)
  if (reading.length === 0) return { sentence: `${own}.`, findings }
  const others =
    messengerRole === 'manager'
      ? `all conversations of the contacts in ${groupsNamed(reading)}`
      : `those of the contacts in ${groupsNamed(reading)}, ${shares(reading)}, except other people’s personal contacts`
  return { sentence: `${own}, and ${others}.`, findings }
}

function roleFinding({ messengerRole }: Representative): AccessFinding {
  const what = 'role'
  if (messengerRole === 'none') return { what, holds: false, text: 'There is no messenger role.' }
  const reads = {
    manager: ', and those of contacts in their groups',
    user: ', and those of contacts in their groups that share their history',
  }[messengerRole]
  const name = messengerRoleNames[messengerRole]
  return {
    what,
    holds: true,
    text: `With the messenger role ${name}, people read their own conversations${reads}.`,
  }
}

function kindFinding({ isThread }: Ties): AccessFinding {
  const what = 'kind'
  return isThread
    ? { what, holds: false, text: 'Email threads are not shown in the messenger.' }
    : { what, holds: true, text: 'The messenger shows this kind of conversation.' }
}

function tieFinding({ messengerRole }: Representative, { takesPart, accounts, groups }: Ties): AccessFinding {
  const what = 'conversation'
  if (takesPart) return { what, holds: true, text: 'They are in the conversation.' }
  if (accounts.length > 0)
    return {
      what,
      holds: true,
      text: `The conversation is on ${named('account', accounts)}, which they own.`,
    }
  const none = 'They are not in the conversation, and it is not on an account they own'
  if (groups.length === 0)
    return { what, holds: false, text: `${none}. None of its contacts is in one of their groups.` }
  const within = (through: readonly TiedGroup[]) => `One of its contacts is in ${groupsNamed(through)}`
  if (messengerRole === 'manager')
    return { what, holds: true, text: `${within(groups)}, where they are a Manager.` }
  const shared = sharing(groups)
  if (shared.length > 0) return { what, holds: true, text: `${within(shared)}, ${shares(shared)}.` }
  const not = groups.length === 1 ? 'does not share' : 'do not share'
  const hint = `In ${groupsNamed(groups)}, which ${not} this history, only a Manager can read it`
  return { what, holds: false, text: `${none}. ${hint}.` }
}

const sharing = (groups: readonly TiedGroup[]) => groups.filter((group) => group.shares)
const shares = (groups: readonly TiedGroup[]) =>
  groups.length === 1 ? 'which shares its conversation history' : 'which share their conversation history'
const groupsNamed = (groups: readonly TiedGroup[]) =>
  named(
    'group',
    groups.map(({ name }) => name),
  )

const named = (noun: string, names: readonly string[]) =>
  `the ${noun}${names.length === 1 ? '' : 's'} ${names.map((name) => `“${name}”`).join(', ')}`
