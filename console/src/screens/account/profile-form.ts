import { type Account, AccountChange, updateAccount } from '@verbatim/contract/account.ts'
import type { z } from 'zod'
import type { PageFormDefinition } from '#editor/use-page-form.ts'
import { accountQuery } from './queries.ts'

interface ProfileValues {
  readonly firstName: string
  readonly lastName: string
}

export const profileForm: PageFormDefinition<Account, ProfileValues, z.infer<typeof AccountChange>> = {
  toValues: ({ firstName, lastName }) => ({ firstName, lastName }),
  schema: AccountChange,
  toBody: ({ firstName, lastName }, { version: expectedVersion }) => ({
    firstName,
    lastName,
    expectedVersion,
  }),
  wordsOf: ({ firstName, lastName }) => ({ 'First name': firstName, 'Last name': lastName }),
  query: accountQuery,
  save: (api, body) => api(updateAccount, { body }),
  changed: 'user.changed',
  fieldOf: () => '',
  failed: 'Your profile was not saved',
}
