import { z } from 'zod'
import { accountList } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { AccountId, RecordId } from './ids.ts'
import { exportQuery } from './list.ts'
import { checkNamedOrAll, namedOrAll } from './named-or-all.ts'
import { redriveLimits } from './redrive.ts'
import { setOf } from './set-of.ts'

/** Redrives quarantined records of an account: all, or those that are named and still in quarantine. */
export const redriveChannelAccount = endpoint({
  method: 'POST',
  path: '/bff/api/v1/accounts/:id/redrive',
  params: z.object({ id: AccountId }),
  body: z.strictObject({ recordIds: setOf(RecordId).min(1).max(redriveLimits.ids).optional() }).default({}),
  response: z.object({ redriven: z.int() }),
  access: 'integrations.manage',
  failures: ['account.not-found'],
})

/** Redrives the quarantined records of the named accounts, or of all that the list's question matches but some. */
export const redriveChannelAccounts = endpoint({
  method: 'POST',
  path: '/bff/api/v1/accounts/redrive',
  query: exportQuery(accountList),
  body: z.strictObject(namedOrAll(AccountId, redriveLimits.ids)).superRefine(checkNamedOrAll),
  response: z.object({
    /** Those with quarantined records. */
    accounts: z.int(),
    redriven: z.int(),
  }),
  access: 'integrations.manage',
  failures: ['account.not-found'],
})
