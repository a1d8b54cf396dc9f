import { type Account, AccountChange, updateAccount } from '@verbatim/contract/account.ts'
import type { z } from 'zod'
import type { PageFormDefinition } from '#editor/use-page-form.ts'
import { accountQuery } from './queries.ts'

interface ProfileValues {
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
}

export const profileForm: PageFormDefinition<Account, ProfileValues, z.infer<typeof AccountChange>> = {
  toValues: ({ firstName, lastName, phoneNumber = '' }) => ({ firstName, lastName, phoneNumber }),
  schema: AccountChange,
  toBody: (values, { version: expectedVersion }) => ({ ...values, expectedVersion }),
  wordsOf: ({ firstName, lastName, phoneNumber }) => ({
    'First name': firstName,
    'Last name': lastName,
    'Phone number': phoneNumber,
  }),
  query: accountQuery,
  save: (api, body) => api(updateAccount, { body }),
  changed: 'user.changed',
  fieldOf: ({ details }) => (details['field'] === 'phoneNumber' ? 'phoneNumber' : ''),
  failed: 'Your profile was not saved',
}
