import { accessFailures } from './errors/access.ts'
import { approvalFailures } from './errors/approval.ts'
import { contactFailures } from './errors/contacts.ts'
import { eventFailures } from './errors/events.ts'
import { messageFailures } from './errors/messages.ts'
import { organizationFailures } from './errors/organizations.ts'
import { policyFailures } from './errors/policies.ts'
import { requestFailures } from './errors/request.ts'
import { signInFailures } from './errors/sign-in.ts'
import { userFailures } from './errors/users.ts'
import { viewFailures } from './errors/views.ts'

/**
 * Every failure that the API can answer with: its status and its sentence. A new failure is a new line in the file of its
 * noun. Apps decide by the code, never by the text. Some texts are fixed: docs/rules/texts.md.
 */
export const failures = {
  ...requestFailures,
  ...signInFailures,
  ...organizationFailures,
  ...messageFailures,
  ...eventFailures,
  ...userFailures,
  ...contactFailures,
  ...accessFailures,
  ...policyFailures,
  ...viewFailures,
  ...approvalFailures,
} as const satisfies Record<string, { status: number; message: string }>

export type FailureCode = keyof typeof failures
