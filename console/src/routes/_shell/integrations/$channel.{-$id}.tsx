import { createFileRoute } from '@tanstack/react-router'
import { nounLoader } from '#editor/noun-loader.ts'
import { NounScreen } from '#editor/NounScreen.tsx'
import { listAddress } from '#lists/list-address.ts'
import { accountEditors } from '#screens/integration-accounts/account-editor.tsx'
import { channelOf } from '#screens/integration-accounts/channel-of.ts'
import { integrationLists } from '#screens/integration-accounts/integrations-list.tsx'
import { IntegrationsScreen } from '#screens/integration-accounts/IntegrationsScreen.tsx'

export const Route = createFileRoute('/_shell/integrations/$channel/{-$id}')({
  ...listAddress,
  loader: (route) => {
    const channel = channelOf(route.params.channel)
    return nounLoader(integrationLists[channel], accountEditors[channel])(route)
  },
  component: Accounts,
})

function Accounts() {
  const channel = channelOf(Route.useParams().channel)
  return (
    <NounScreen key={channel} editor={accountEditors[channel]}>
      <IntegrationsScreen channel={channel} />
    </NounScreen>
  )
}
