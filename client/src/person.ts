import type { Role } from '@verbatim/contract/permissions.ts'
import { claimsOf, type Tokens } from './tokens.ts'

/** The signed-in user, for display only: the server decides what they may do. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Signed in through the hosted pages, so this session cannot change the password or the second step. */
  readonly bySingleSignOn: boolean
}

// Every call asks who makes it.
const persons = new WeakMap<Tokens, Person>()

export function toPerson(tokens: Tokens): Person {
  const known = persons.get(tokens)
  if (known) return known
  const { sub: id, email, name, 'custom:role': role } = claimsOf(tokens.id)
  const person = { id, email, name, role, bySingleSignOn: isBySingleSignOn(tokens.access) }
  persons.set(tokens, person)
  return person
}

/** Only tokens after a proven password have the scope of the identity service's own operations. */
export function isBySingleSignOn(access: string): boolean {
  const { scope } = claimsOf(access)
  return scope !== '' && !scope.split(' ').includes('aws.cognito.signin.user.admin')
}
