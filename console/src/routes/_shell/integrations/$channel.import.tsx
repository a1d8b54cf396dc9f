import { createFileRoute } from '@tanstack/react-router'
import { accountImportKind } from '@verbatim/contract/account-imports.ts'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'
import { ImportStartScreen } from '#screens/imports/ImportStartScreen.tsx'
import { importableOf } from '#screens/integration-accounts/channel-of.ts'
import { integrationLists } from '#screens/integration-accounts/integrations-list.tsx'
import { IntegrationsScreen } from '#screens/integration-accounts/IntegrationsScreen.tsx'

export const Route = createFileRoute('/_shell/integrations/$channel/import')({
  ...listAddress,
  loader: (route) => listLoader(integrationLists[importableOf(route.params.channel)])(route),
  component: Import,
})

function Import() {
  const channel = importableOf(Route.useParams().channel)
  return (
    <>
      <IntegrationsScreen channel={channel} />
      <ImportStartScreen kind={accountImportKind(channel)} />
    </>
  )
}
