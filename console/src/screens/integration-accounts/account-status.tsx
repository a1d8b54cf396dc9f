import { IconLoader2, IconTrash } from '@tabler/icons-react'
import type { IntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import type { Meaning } from '@verbatim/ui/colors.ts'
import { accountMeanings } from '#screens/accounts/account-meanings.ts'

type State = Pick<IntegrationAccount, 'status' | 'request'>

const requested: Record<NonNullable<State['request']>, Meaning> = {
  connect: { label: 'Connecting', tone: 'blue', icon: IconLoader2 },
  delete: { label: 'Being removed', tone: 'grey', icon: IconTrash },
}

/** The look of an account's state; what is asked of its provider comes first. */
export const stateMeaning = ({ status, request }: State): Meaning =>
  request ? requested[request] : accountMeanings[status]
