import { Button } from '@mantine/core'
import { toExportCall } from '@verbatim/client/list-state.ts'
import { exportCoverage } from '@verbatim/contract/account-coverage.ts'
import { accountList } from '@verbatim/contract/accounts.ts'
import { ExportMenu } from '#exports/ExportMenu.tsx'
import { useListAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'
import { useSelection } from '#lists/use-selection.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { nothingSelected } from '@verbatim/ui/table/selection.ts'
import { accountsList } from './accounts-list.tsx'
import { useRedriveMany } from './mutations.ts'

/** Capture health: every account, and the retry of what some of them have in quarantine. */
export function AccountsScreen() {
  const { state } = useListAddress(accountList)
  const [selection, setSelection] = useSelection(accountList, state)
  const canRedrive = useCan('integrations.manage')
  const { mutate, isPending } = useRedriveMany(() => setSelection(nothingSelected))
  return (
    <ListScreen
      list={accountsList}
      actions={<CoverageExport />}
      {...(canRedrive && {
        bulk: {
          selection,
          onSelect: setSelection,
          one: 'account',
          actions: (
            <Button
              size="compact-sm"
              loading={isPending}
              onClick={() => mutate({ selection, query: toExportCall(accountList, state) })}
            >
              Retry quarantined
            </Button>
          ),
        },
      })}
    />
  )
}

/** Every day of all accounts that the reader may see, and what is missing: the rows of the list narrow nothing. */
function CoverageExport() {
  const api = useApi()
  return (
    <ExportMenu
      title="Coverage"
      label="Export coverage"
      act="Export coverage of all accounts"
      isEmpty={false}
      start={(format) => api(exportCoverage, { query: {}, body: { format } })}
    />
  )
}
