import type { UserId } from '@verbatim/contract/ids.ts'
import { platformUsers } from '@verbatim/contract/users.ts'
import type { EntitySource } from '#lists/entities.ts'
import { byText } from '#lists/sought-options.ts'

export interface Recipient {
  readonly id: UserId
  readonly name: string
  readonly detail?: string
}

/** Enabled platform users to choose from. */
export const recipientSource: EntitySource<Recipient> = {
  key: ['users', 'to report to'],
  async find(api, text, signal) {
    const query = byText('displayNameEmail', text, [
      { field: 'status', operator: 'in', values: ['invited', 'active'] },
    ])
    const { items, total } = await api(platformUsers.list, { query }, signal)
    return { total, items: items.map(({ id, fullName, email }) => ({ id, name: fullName, detail: email })) }
  },
}
