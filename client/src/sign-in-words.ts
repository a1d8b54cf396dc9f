import { ownFailures } from '@verbatim/contract/own-failures.ts'
import type { CodeStep } from './sign-in.ts'

/** Why the sign-in page is shown to a user who was signed in before, or wanted to be. */
export const endedNotices = {
  expired: ownFailures['session.expired'].message,
  locked: 'You were signed out after a period of inactivity.',
  unknown: ownFailures['identity.sign-on-unknown'].message,
  refused: ownFailures['identity.sign-on-refused'].message,
} as const
export const endedReasons = [
  'expired',
  'locked',
  'unknown',
  'refused',
] as const satisfies (keyof typeof endedNotices)[]

/** Where the user finds the six digits for a sign-in. */
export function codeSource({ medium, sentTo }: Pick<CodeStep, 'medium' | 'sentTo'>): string {
  if (medium === 'authenticator')
    return 'Open your authenticator app and enter the six digits it shows for Verbatim.'
  const where = medium === 'sms' ? 'as a text message' : 'by email'
  return `Enter the six digits that were sent ${where}${sentTo ? ` to ${sentTo}` : ''}.`
}
