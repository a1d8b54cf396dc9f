import { createFileRoute, notFound } from '@tanstack/react-router'
import { connectableChannels } from '@verbatim/contract/channels.ts'
import { nounLoader } from '#editor/noun-loader.ts'
import { NounScreen } from '#editor/NounScreen.tsx'
import { listAddress } from '#lists/list-address.ts'
import { accountEditors } from '#screens/integrations/account-editor.tsx'
import { integrationLists } from '#screens/integrations/integrations-list.tsx'
import { IntegrationsScreen } from '#screens/integrations/IntegrationsScreen.tsx'

export const Route = createFileRoute('/_shell/integrations/$channel/{-$id}')({
  ...listAddress,
  loader: (route) => {
    const channel = channelOf(route.params.channel)
    return nounLoader(integrationLists[channel], accountEditors[channel])(route)
  },
  component: Accounts,
})

/** @throws For an address that names no channel whose accounts are connected here. */
function channelOf(named: string) {
  const channel = connectableChannels.find((one) => one === named)
  if (!channel) throw notFound()
  return channel
}

function Accounts() {
  const channel = channelOf(Route.useParams().channel)
  return (
    <NounScreen key={channel} editor={accountEditors[channel]}>
      <IntegrationsScreen channel={channel} />
    </NounScreen>
  )
}
