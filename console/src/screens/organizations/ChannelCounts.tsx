import { useQuery } from '@tanstack/react-query'
import { channelNames } from '@verbatim/contract/channels.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { FormSection } from '#editor/FormSection.tsx'
import { Loaded } from '#failures/Loaded.tsx'
import { channelsQuery } from '#screens/integration-accounts/queries.ts'
import { useApi } from '#shell/use-app-context.ts'
import classes from './ChannelCounts.module.css'

/** Every channel with its accounts, by how they stand, and the way to them. */
export function ChannelCounts() {
  return (
    <FormSection
      id="integrations-channels"
      title="Channels"
      hint="The accounts of each channel. A channel is captured once one of its accounts is connected."
    >
      <Loaded of={useQuery(channelsQuery(useApi()))} pending={160} inline>
        {({ items }) => (
          <table className={classes.channels}>
            <thead>
              <tr>
                <th scope="col">Channel</th>
                <th scope="col">Connected</th>
                <th scope="col">Waiting</th>
                <th scope="col">Not connected</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ channel, connected, waiting, notConnected }) => (
                <tr key={channel}>
                  <th scope="row">
                    <TextLink href={`/integrations/${channel}`}>{channelNames[channel]}</TextLink>
                  </th>
                  <td>{connected}</td>
                  <td>{waiting}</td>
                  <td>{notConnected}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </FormSection>
  )
}
