import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  channelNames,
  type ConnectableChannel,
  type ProvidedChannel,
  providedChannels,
  providerFirstChannels,
} from '@verbatim/contract/channels.ts'
import { failures } from '@verbatim/contract/errors.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { connectionQuery, providedChannel } from './queries.ts'

/** Says that nothing can be connected as long as the messaging provider is not set up. */
export function ProviderNotice({ channel }: { channel: ProvidedChannel }) {
  const canChange = useCan('organization.manage')
  if (!useIsMissing(channel)) return null
  const name = channelNames[channel]
  return (
    <Alert color="yellow" title="The messaging provider is not set up">
      No further {name} account can be {providerFirstChannels.includes(channel) ? 'added' : 'connected'} until
      the provider’s account SID and auth token are entered.{' '}
      {canChange ? (
        <TextLink href="/organization/integrations#integrations-provider">
          Set up the messaging provider
        </TextLink>
      ) : (
        'Ask a user with the permission organization.manage.'
      )}
    </Alert>
  )
}

/** The same where the provider is set up, about all of its channels. */
export function ProviderMissing() {
  if (!useIsMissing(providedChannels[0])) return null
  const added = providedChannels.filter((one) => providerFirstChannels.includes(one))
  const namesOf = (channels: readonly ProvidedChannel[]) => channels.map((one) => channelNames[one])
  return (
    <Alert color="yellow" title="The messaging provider is not set up">
      Enter its account SID and auth token. Until then, no further {either.format(namesOf(providedChannels))}{' '}
      account can be connected, and no {either.format(namesOf(added))} account can be added.
    </Alert>
  )
}

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/** Why no account of a channel can be added now. */
export function useBlocked(channel: ConnectableChannel): string | undefined {
  const isMissing = useIsMissing(providedChannel(channel))
  return isMissing && providerFirstChannels.includes(channel)
    ? failures['account.no-provider'].message
    : undefined
}

function useIsMissing(channel: ProvidedChannel | undefined): boolean {
  const seesAccounts = useCan('integrations.view')
  const asked = connectionQuery(useApi(), channel ?? providedChannels[0])
  const { data } = useQuery({ ...asked, enabled: seesAccounts && channel !== undefined })
  return channel !== undefined && data?.status === 'not-configured'
}
