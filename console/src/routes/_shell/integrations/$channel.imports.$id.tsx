import { createFileRoute } from '@tanstack/react-router'
import { accountImportKind } from '@verbatim/contract/account-imports.ts'
import { listLoader } from '#lists/list.ts'
import { listAddress } from '#lists/list-address.ts'
import { importWords } from '#screens/imports/import-sides.ts'
import { ImportScreen } from '#screens/imports/ImportScreen.tsx'
import { importQuery } from '#screens/imports/queries.ts'
import { importableOf } from '#screens/integration-accounts/channel-of.ts'
import { integrationLists } from '#screens/integration-accounts/integrations-list.tsx'
import { IntegrationsScreen } from '#screens/integration-accounts/IntegrationsScreen.tsx'

export const Route = createFileRoute('/_shell/integrations/$channel/imports/$id')({
  ...listAddress,
  loader: (route) => {
    listLoader(integrationLists[importableOf(route.params.channel)])(route)
    const { app, queryClient } = route.context
    void queryClient.prefetchQuery(importQuery(app.api, route.params.id))
  },
  component: OneImport,
})

function OneImport() {
  const channel = importableOf(Route.useParams().channel)
  return (
    <>
      <IntegrationsScreen channel={channel} />
      <ImportScreen place={importWords[accountImportKind(channel)]} />
    </>
  )
}
