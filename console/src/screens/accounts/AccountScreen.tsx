import { Alert, Button, Code, CopyButton, Group, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { OutputOf } from '@verbatim/contract/endpoint.ts'
import { accountAddressNames, type getChannelAccount } from '@verbatim/contract/accounts.ts'
import { channelNames } from '@verbatim/contract/channels.ts'
import { Badge, ChannelBadge } from '@verbatim/ui/Badge.tsx'
import { numberText } from '@verbatim/ui/dates.ts'
import { Ago, DateTime } from '@verbatim/ui/DateTime.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { TextLink } from '@verbatim/ui/Link.tsx'
import { Page } from '@verbatim/ui/frame/Page.tsx'
import { addressText } from '@verbatim/ui/readable.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'
import { accountMeanings } from './account-meanings.ts'
import classes from './AccountScreen.module.css'
import { Coverage } from './Coverage.tsx'
import { Balance } from './Balance.tsx'
import { Expectation, Silence } from './Expectation.tsx'
import { useRedrive } from './mutations.ts'
import { Gaps, OpenGaps } from './Gaps.tsx'
import { QuarantinedRecords, RefusedDeliveries } from './Troubles.tsx'
import { Redrives } from './Redrives.tsx'
import { TestMessages } from './TestMessages.tsx'
import { accountQuery } from './queries.ts'

const route = getRouteApi('/_shell/integrations/accounts/$id')

/** One account: its endpoint, its counters, and its problems. */
export function AccountScreen() {
  const { data: account } = useSuspenseQuery(accountQuery(useApi(), route.useParams().id))
  const redrive = useRedrive(account.id)
  const canRedrive = useCan('integrations.manage')
  return (
    <Page
      layout="reading"
      tabTitle={`${account.name} · ${channelNames[account.channel]}`}
      title={
        <>
          <bdi>{account.name}</bdi> · {channelNames[account.channel]}
        </>
      }
      crumbs={<TextLink href="/integrations">Capture health</TextLink>}
      action={
        account.quarantined > 0 &&
        canRedrive && (
          <Button loading={redrive.isPending} onClick={() => redrive.mutate(undefined)}>
            Retry {numberText(account.quarantined)} quarantined
          </Button>
        )
      }
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          <section>
            <Title order={2}>Outcome</Title>
            <Balance account={account} />
            <OpenGaps gaps={account.gaps} status={account.status} />
            {account.isSilent && <Silence account={account} />}
            {account.absentPhone && <AbsentPhone phone={account.absentPhone} />}
            {account.absentFiles > 0 && <AbsentFiles count={account.absentFiles} />}
          </section>
          <Coverage id={account.id} />
          <Gaps gaps={account.gaps} />
          <Redrives redrives={account.redrives} />
          <QuarantinedRecords id={account.id} records={account.quarantinedRecords} />
          <RefusedDeliveries deliveries={account.refusedDeliveries} />
        </div>
        <AccountFacts account={account} />
      </div>
    </Page>
  )
}

/** The provider ends the link of a phone that is away for long. */
function AbsentPhone({
  phone: { seenAt, endsAt },
}: {
  phone: NonNullable<OutputOf<typeof getChannelAccount>['absentPhone']>
}) {
  return (
    <Alert color="yellow" mt="sm" title="The owner’s phone has been offline">
      Verbatim last noticed it <Ago at={seenAt} />. If it stays offline, the provider ends the link on{' '}
      <DateTime at={endsAt} />. Its owner was asked to open the app on the phone and to send a message.
    </Alert>
  )
}

/** Their messages are captured and count as accepted; only the files' texts are missing. */
function AbsentFiles({ count }: { count: number }) {
  return (
    <Alert
      color="red"
      mt="sm"
      title={`${numberText(count)} ${count === 1 ? 'file is' : 'files are'} missing`}
    >
      The file store does not have {count === 1 ? 'it' : 'them'} right now. {count === 1 ? 'Its' : 'Their'}{' '}
      text is not searched or examined until {count === 1 ? 'it is' : 'they are'} back. Verbatim tries again
      automatically.
    </Alert>
  )
}

function AccountFacts({ account }: { account: OutputOf<typeof getChannelAccount> }) {
  const { channel, address, owner, status, lastEventAt, capturedUntil, webhookUrl, isFetched } = account
  return (
    <aside className={classes.facts}>
      <Facts
        facts={[
          ['Status', <Badge key="status" meaning={accountMeanings[status]} />],
          ['Channel', <ChannelBadge key="channel" channel={channel} />],
          [accountAddressNames[channel], addressText(address)],
          ['Owner', owner && <bdi>{owner.name}</bdi>],
          ...(isFetched ? [['Messages', 'Fetched by Verbatim'] as const] : []),
          ['Last received', lastEventAt ? <Ago at={lastEventAt} /> : 'Never'],
          ...(capturedUntil ? [['Captured until', <Ago key="until" at={capturedUntil} />] as const] : []),
        ]}
      />
      <Expectation account={account} />
      <TestMessages id={account.id} canary={account.canary} />
      {webhookUrl && (
        <div>
          <Title order={2} size="h3" mb="xs">
            Webhook
          </Title>
          <Code block className={classes.address}>
            {webhookUrl}
          </Code>
          <Group mt="xs">
            <CopyButton value={webhookUrl}>
              {({ copied, copy }) => (
                <Button variant="default" size="compact-sm" onClick={copy}>
                  {copied ? 'Copied' : `Copy for ${channelNames[channel]}`}
                </Button>
              )}
            </CopyButton>
          </Group>
        </div>
      )}
    </aside>
  )
}
