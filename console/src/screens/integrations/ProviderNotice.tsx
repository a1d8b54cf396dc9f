import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ProvidedChannel, channelNames } from '@verbatim/contract/channels.ts'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { connectionQuery } from './queries.ts'

/** Says that nothing can be connected as long as the messaging provider is not set up. */
export function ProviderNotice({ channel }: { channel: ProvidedChannel }) {
  const { data } = useQuery(connectionQuery(useApi(), channel))
  const canChange = useCan('organization.manage')
  if (data?.status !== 'not-configured') return null
  return (
    <Alert color="yellow" title="The messaging provider is not configured">
      No further {channelNames[channel]} account can be connected until the provider’s account SID and auth
      token are entered.{' '}
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
