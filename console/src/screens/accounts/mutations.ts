import { updateChannelAccount } from '@verbatim/contract/accounts.ts'
import { updateCanary } from '@verbatim/contract/canaries.ts'
import type { InputOf } from '@verbatim/contract/endpoint.ts'
import { redriveChannelAccount, redriveChannelAccounts } from '@verbatim/contract/account-redrives.ts'
import type { AccountId, RecordId } from '@verbatim/contract/ids.ts'
import { counted } from '@verbatim/ui/counted.ts'
import type { Selection } from '@verbatim/ui/table/selection.ts'
import { useAct } from '#shell/use-act.ts'

const touches = ['accounts']

/** Tries quarantined records of an account again: these, or all. */
export const useRedrive = (id: AccountId) =>
  useAct({
    call: (api, recordIds: readonly RecordId[] | undefined) =>
      api(redriveChannelAccount, { params: { id }, body: recordIds ? { recordIds: [...recordIds] } : {} }),
    done: ({ redriven }) => ({
      title: 'Records are being retried',
      message: `${counted(redriven, 'record')} in quarantine ${redriven === 1 ? 'is' : 'are'} being processed again. The account shows the result.`,
    }),
    failed: 'Nothing was changed',
    touches,
  })

interface Accounts {
  readonly selection: Selection
  /** The list's question, for a selection of all that it matches. */
  readonly query: Readonly<Record<string, string>>
}

/** Tries the quarantined records of many accounts again. */
export const useRedriveMany = (onDone: () => void) =>
  useAct({
    call: (api, { selection, query }: Accounts) =>
      selection.kind === 'some'
        ? api(redriveChannelAccounts, { query: {}, body: { ids: [...selection.ids] as AccountId[] } })
        : api(redriveChannelAccounts, {
            query,
            body: { all: true, except: [...selection.except] as AccountId[] },
          }),
    done: ({ accounts, redriven }) => ({
      title: redriven > 0 ? 'Records are being retried' : 'Nothing is in quarantine',
      message:
        redriven > 0
          ? `${counted(redriven, 'record')} of ${counted(accounts, 'account')} ${redriven === 1 ? 'is' : 'are'} being processed again. Each account shows the result.`
          : 'The selected accounts have no records to retry.',
    }),
    failed: 'Nothing was changed',
    touches,
    onDone,
  })

/** Says how often an account should receive something; null expects nothing. */
export const useExpect = (id: AccountId) =>
  useAct({
    call: (api, expectedHours: number | null) =>
      api(updateChannelAccount, { params: { id }, body: { expectedHours } }),
    done: () => 'The expectation was saved',
    failed: 'The expectation was not saved',
    touches,
  })

/** Sends test messages to an account from now on, or no more. */
export const useUpdateCanary = (id: AccountId) =>
  useAct({
    call: (api, body: InputOf<typeof updateCanary>['body']) => api(updateCanary, { params: { id }, body }),
    done: ({ everyMinutes }) =>
      everyMinutes === null ? 'Test messages are off' : 'Test messages are sent from now on',
    failed: 'The test messages were not changed',
    touches,
  })
