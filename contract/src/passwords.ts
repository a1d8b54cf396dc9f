/**
 * The rules for a password, for client and server. They have the names of the identity protocol. Source:
 * docs/rules/texts.md.
 */
import { z } from 'zod'
import { isCommonPassword } from './common-passwords.ts'
import { ownFailures } from './own-failures.ts'

/** The special characters: exactly the protocol's set, and a space that is not at either end. */
const special = /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|(?<=\S) (?=\S)/

/** The text of the rule that refuses common passwords. */
export const commonPasswordProblem = 'Password is too common'

/** The rules for a password, in the order of the form. The names are those of the identity protocol. */
const passwordRules = [
  { missing: 'Password not long enough', holds: (text: string) => Array.from(text).length >= 8 },
  { missing: 'Password must have uppercase characters', holds: (text: string) => /[A-Z]/.test(text) },
  { missing: 'Password must have lowercase characters', holds: (text: string) => /[a-z]/.test(text) },
  { missing: 'Password must have numeric characters', holds: (text: string) => /[0-9]/.test(text) },
  { missing: 'Password must have symbol characters', holds: (text: string) => special.test(text) },
  { missing: commonPasswordProblem, holds: (text: string) => !isCommonPassword(text) },
] as const

/** The longest password of the protocol, in UTF-16 units. */
const passwordMaxLength = 256

/** The rules that a password breaks, in the protocol's words; empty for a valid one. */
export function passwordProblems(password: string): string[] {
  if (password.length > passwordMaxLength) return ['Password is too long']
  if (password !== password.trim()) return ['Password must not begin or end with a space']
  return passwordRules.filter((rule) => !rule.holds(password)).map((rule) => rule.missing)
}

/** A password that a user chooses. Source: docs/rules/texts.md. */
export const NewPassword = z.string().superRefine((password, check) => {
  const [problem] = passwordProblems(password)
  if (problem) check.addIssue({ code: 'custom', message: passwordMessage(problem) })
})

/** The text of a broken rule. */
function passwordMessage(problem: string): string {
  return ownFailures[
    problem === commonPasswordProblem ? 'identity.common-password' : 'identity.weak-password'
  ].message
}

/** Two different passwords were typed. Source: docs/rules/texts.md. */
export const passwordsDifferText = 'Passwords do not match.'
