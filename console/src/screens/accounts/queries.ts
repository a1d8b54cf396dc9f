import { getChannelAccount } from '@verbatim/contract/accounts.ts'
import { AccountId } from '@verbatim/contract/ids.ts'
import { oneQuery } from '#lists/one-query.ts'

/** One account, with its quarantined records and refused deliveries. */
export const accountQuery = oneQuery({
  key: ['accounts'],
  id: AccountId,
  missing: 'account.not-found',
  read: (api, id, signal) => api(getChannelAccount, { params: { id } }, signal),
})
