import { type Role, roleNames } from '@verbatim/contract/permissions.ts'

/** A person who can sign in to the demo. */
export interface DemoPerson {
  readonly name: string
  readonly role: Role
  readonly email: string
  /** The permission profiles, which decide what this person sees. */
  readonly profiles: readonly string[]
}

/**
 * The terminal's introduction to the demo: who can sign in besides the first of `people`, the administrator.
 * @param card The file that describes how to deliver messages to it.
 */
export function introduce([, ...others]: readonly DemoPerson[], card: string): string[] {
  if (others.length === 0) return []
  const width = (of: (person: DemoPerson) => string) =>
    Math.max(...others.map((person) => of(person).length)) + 2
  const [names, roles, mails] = [
    width(({ name }) => name),
    width(({ role }) => roleNames[role]),
    width(({ email }) => email),
  ]
  return [
    '  The demo has more people. They sign in with the same password:',
    '',
    ...others.map(
      ({ name, role, email, profiles }) =>
        `    ${name.padEnd(names)}${roleNames[role].padEnd(roles)}${email.padEnd(mails)}${profiles.join(', ')}`,
    ),
    '',
    `  To deliver messages to it, see ${card}`,
    '',
  ]
}
