import { accessFailures } from './errors/access.ts'
import { eventFailures } from './errors/events.ts'
import { messageFailures } from './errors/messages.ts'
import { organizationFailures } from './errors/organizations.ts'
import { userFailures } from './errors/users.ts'
import { ownFailures } from './own-failures.ts'

/**
 * Every failure that the API can answer with: its status and its sentence. A new failure is a new line in the file of its
 * noun: in `nouns/` of an administered one. Apps decide by the code, never by the text, and what they load first imports
 * `own-failures.ts` instead. Some texts are fixed: docs/rules/texts.md.
 */
export const failures = {
  ...ownFailures,
  ...organizationFailures,
  ...messageFailures,
  ...eventFailures,
  ...userFailures,
  ...accessFailures,
} as const satisfies Record<string, { status: number; message: string }>

export type FailureCode = keyof typeof failures
