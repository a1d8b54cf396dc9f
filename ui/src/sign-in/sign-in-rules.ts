import { NewPassword, passwordsDifferText } from '@verbatim/contract/passwords.ts'
import { emptyText } from '@verbatim/contract/text.ts'

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** The problem with an address entered to sign in; undefined if it is fine. Source: docs/rules/texts.md. */
export function emailProblem(value: string): string | undefined {
  if (value.trim() === '') return emptyText
  return email.test(value.trim()) ? undefined : 'Please make sure your email is valid.'
}

/** The problem with a newly chosen password. */
export function newPasswordProblem(value: string): string | undefined {
  return value === '' ? emptyText : NewPassword.safeParse(value).error?.issues[0]?.message
}

/** The error of its repetition. */
export function confirmationProblem(value: string, password: string): string | undefined {
  return value === password ? undefined : passwordsDifferText
}
