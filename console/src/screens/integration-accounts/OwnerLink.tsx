import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { accountForms } from '@verbatim/contract/account-fields.ts'
import { linkAccount, type LinkState, sendAccountLink } from '@verbatim/contract/account-links.ts'
import { type ConnectableChannel, channelNames } from '@verbatim/contract/channels.ts'
import type { IntegrationAccount } from '@verbatim/contract/integration-accounts.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { useEffect, useState } from 'react'
import { MailWaits } from '#screens/mail/MailWaits.tsx'
import { LinkProgress } from '#screens/account-links/LinkProgress.tsx'
import { useLinking } from '#screens/account-links/use-linking.ts'
import { useAct } from '#shell/use-act.ts'
import { useApi, useCan } from '#shell/use-app-context.ts'

/** Who is asked to link the account, and the ways to do it: with a mail to them, or beside them. */
export function OwnerLink({ account }: { account: IntegrationAccount }) {
  const [isOpen, setOpen] = useState(false)
  const canManage = useCan('integrations.manage')
  const { ownerLink, owner } = account
  const { sentTo, sentAt } = ownerLink ?? {}
  const isForm = accountForms[account.channel].ownerEnters
  return (
    <Alert mb="lg" title="Waiting for its owner">
      <Stack gap="sm">
        <Text size="sm">
          {sentTo && sentAt ? (
            <>
              A link was sent to <bdi>{sentTo}</bdi> on <DateTime at={sentAt} />.
            </>
          ) : owner ? (
            'No link was sent yet.'
          ) : (
            `Choose the owner who will link this account${isForm ? ', or fill in the fields below' : ''}.`
          )}
        </Text>
        {canManage && (
          <Group gap="sm">
            {owner && <SendLink account={account} />}
            {!isForm && (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => setOpen(!isOpen)}
                aria-expanded={isOpen}
              >
                {isOpen ? 'Stop linking' : 'Link now'}
              </Button>
            )}
          </Group>
        )}
        {canManage && sentTo && <MailWaits ofSignIn={false} isInside />}
        {canManage && isOpen && <Linking account={account} />}
      </Stack>
    </Alert>
  )
}

function SendLink({ account: { id, channel, ownerLink } }: { account: IntegrationAccount }) {
  const { mutate, isPending } = useAct({
    call: (api) => api(sendAccountLink, { params: { type: channel as ConnectableChannel, id } }),
    done: ({ ownerLink: sent }) => `The link was sent to ${sent?.sentTo}`,
    failed: 'The link was not sent',
    touches: ['accounts'],
  })
  return (
    <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
      {ownerLink?.sentTo ? 'Send link again' : 'Send link'}
    </Button>
  )
}

/** For an administrator beside the owner. */
function Linking({ account: { id, channel } }: { account: IntegrationAccount }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const params = { type: channel as ConnectableChannel, id }
  const { state, failure, ...acts } = useLinking<LinkState>({
    key: [id],
    ask: (asked, signal) => api(linkAccount, { params, body: asked }, signal),
  })
  const isConnected = state?.status === 'connected'
  useEffect(() => {
    if (isConnected) void queryClient.invalidateQueries({ queryKey: ['accounts'] })
  }, [isConnected, queryClient])
  if (failure) return <Text c="var(--mantine-color-error)">{failure.message}</Text>
  return (
    state && (
      <LinkProgress
        state={state}
        channelName={channelNames[channel]}
        onChoose={acts.choose}
        onAgain={acts.startAgain}
        isBusy={acts.isBusy}
      />
    )
  )
}
