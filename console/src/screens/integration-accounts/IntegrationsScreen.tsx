import { type ConnectableChannel, channelNames, connectableChannels } from '@verbatim/contract/channels.ts'
import { TabBar } from '@verbatim/ui/frame/TabBar.tsx'
import { ListScreen } from '#lists/ListScreen.tsx'
import { ProviderNotice, useBlocked } from './ProviderNotice.tsx'
import { integrationLists } from './integrations-list.tsx'
import { providedChannel } from './queries.ts'

const tabs = connectableChannels.map((channel) => ({
  id: channel,
  label: channelNames[channel],
  href: `/integrations/${channel}`,
}))

/** The accounts of a channel, and the way to those of the others. */
export function IntegrationsScreen({ channel }: { channel: ConnectableChannel }) {
  const provided = providedChannel(channel)
  const blocked = useBlocked(channel)
  return (
    <ListScreen
      list={integrationLists[channel]}
      note={provided && <ProviderNotice channel={provided} />}
      blocked={blocked}
      views={<TabBar label="Channels" tabs={tabs} current={channel} />}
    />
  )
}
