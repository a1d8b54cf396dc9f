import { Alert, Button, Group } from '@mantine/core'
import { waitsForOwner } from '@verbatim/contract/account-states.ts'
import { type ConnectionProblem, connectionProblemTexts } from '@verbatim/contract/connection-problems.ts'
import type { ConnectableChannel } from '@verbatim/contract/channels.ts'
import {
  type IntegrationAccount,
  requestAccountReconnection,
} from '@verbatim/contract/integration-accounts.ts'
import type { EditorProps } from '#editor/define-editor.ts'
import { useAct } from '#shell/use-act.ts'
import { useCan } from '#shell/use-app-context.ts'
import type { AccountTypes } from './account-editor.tsx'
import { OwnerLink } from './OwnerLink.tsx'

/** The state of the connection, and what to do next. */
export function ConnectionNotice({ editor: { latest } }: EditorProps<AccountTypes>) {
  if (!latest) return null
  const { status, request, problem } = latest
  if (request === 'delete')
    return <Alert mb="lg">This account is being removed. Nothing more is captured from it.</Alert>
  if (waitsForOwner(latest))
    return (
      <>
        {problem && <Problem account={latest} problem={problem} />}
        <OwnerLink account={latest} />
      </>
    )
  if (request === 'connect')
    return (
      <Alert mb="lg" role="status">
        {problem === undefined
          ? 'Verbatim is connecting the account at its provider.'
          : 'The provider can’t be reached. Verbatim tries again automatically.'}
        {problem !== undefined && <Reconnect account={latest} />}
      </Alert>
    )
  if (problem) return <Problem account={latest} problem={problem} />
  if (status === 'available')
    return <Alert mb="lg">Nothing has arrived yet. The account is connected with the first delivery.</Alert>
  return null
}

function Problem({ account, problem }: { account: IntegrationAccount; problem: ConnectionProblem }) {
  return (
    <Alert mb="lg" color="red" title="This account is not connected">
      {connectionProblemTexts[problem]}
      {!account.ownerLink && <Reconnect account={account} />}
    </Alert>
  )
}

/** Asks the provider again, now. */
export function Reconnect({ account: { id, channel, version } }: { account: IntegrationAccount }) {
  const { mutate, isPending } = useAct({
    call: (api) =>
      api(requestAccountReconnection, {
        params: { type: channel as ConnectableChannel, id },
        body: { expectedVersion: version },
      }),
    failed: 'The account is not being connected',
    touches: ['accounts'],
  })
  if (!useCan('integrations.manage')) return null
  return (
    <Group mt="sm">
      <Button size="compact-sm" variant="default" loading={isPending} onClick={() => mutate()}>
        Reconnect
      </Button>
    </Group>
  )
}
