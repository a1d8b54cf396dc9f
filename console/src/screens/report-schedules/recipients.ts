import type { UserId } from '@verbatim/contract/ids.ts'
import { platformUsers } from '@verbatim/contract/users.ts'
import { listSource } from '#lists/entities.ts'
import { enabledUsers } from '#lists/owner-options.ts'

export interface Recipient {
  readonly id: UserId
  readonly name: string
  readonly detail?: string
}

/** Enabled platform users to choose from. */
export const recipientSource = listSource(
  { key: ['users', 'to report to'], call: platformUsers.list, ...enabledUsers },
  ({ id, fullName, email }): Recipient => ({ id, name: fullName, detail: email }),
)
