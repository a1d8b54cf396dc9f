import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type User, userSourceNames } from '@verbatim/contract/users.ts'
import { Badge } from '@verbatim/ui/Badge.tsx'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { Facts } from '@verbatim/ui/Facts.tsx'
import { useState } from 'react'
import { SidePart } from '#editor/SidePart.tsx'
import { MailWaits } from '#screens/mail/MailWaits.tsx'
import { useApi, useViewer } from '#shell/use-app-context.ts'
import { InvitationMail } from './InvitationMail.tsx'
import { useEnableUser, useUserAct } from './mutations.ts'
import { invitationQuery } from './queries.ts'
import type { Side } from './sides.ts'
import { userMeanings } from './user-meanings.ts'

interface SignInPanelProps {
  side: Side
  user: User
  canEdit: boolean
}

/** How a user signs in, and what an administrator can change about it, except the password. */
export function SignInPanel({ side, user, canEdit }: SignInPanelProps) {
  const { status, source, invitedAt, lastSignInAt, createdAt } = user
  // A user who has signed in has received the mail.
  const isAwaited = !lastSignInAt && status !== 'removed'
  const { data } = useQuery({ ...invitationQuery(useApi(), side, user.id), enabled: isAwaited })
  const mail = isAwaited ? data?.mail : undefined
  return (
    <SidePart title="Sign-in">
      <Facts
        facts={[
          ['Status', <Badge meaning={userMeanings[status]} />],
          ['Last sign-in', lastSignInAt ? <DateTime at={lastSignInAt} /> : 'Never'],
          ['Invited', invitedAt && <DateTime at={invitedAt} />],
          ['Invitation email', mail && <InvitationMail mail={mail} />],
          ['Added', <DateTime at={createdAt} />],
          ['Source', userSourceNames[source]],
        ]}
      />
      {mail?.state === 'queued' && <MailWaits />}
      {canEdit && <SignInActs side={side} user={user} />}
    </SidePart>
  )
}

function SignInActs({ side, user }: Omit<SignInPanelProps, 'canEdit'>) {
  const { mutate, isPending, variables } = useUserAct(side, user)
  const [isAsking, setAsking] = useState(false)
  const isSelf = useViewer().id === user.id
  return (
    <>
      {user.status === 'invited' && (
        <Button
          variant="default"
          loading={isPending && variables === 'resendInvitation'}
          onClick={() => mutate('resendInvitation')}
        >
          Resend invitation
        </Button>
      )}
      {!isSelf && (
        <Button variant="default" onClick={() => setAsking(true)}>
          Reset second step
        </Button>
      )}
      <EnableButton side={side} user={user} isSelf={isSelf} />
      {isAsking && (
        <ConfirmModal
          opened
          title="Reset the second step?"
          confirmLabel="Reset second step"
          busy={isPending}
          onClose={() => setAsking(false)}
          onConfirm={() => mutate('resetSecondStep', { onSuccess: () => setAsking(false) })}
        >
          Their authenticator and recovery codes are removed, and they are signed out everywhere. Their
          password does not change. Only they can change it.
        </ConfirmModal>
      )}
    </>
  )
}

function EnableButton({ side, user, isSelf }: { side: Side; user: User; isSelf: boolean }) {
  const { mutate, isPending } = useEnableUser(side, user)
  const isDisabled = user.status === 'disabled'
  return (
    <div>
      <Button
        variant="default"
        fullWidth
        loading={isPending}
        disabled={isSelf}
        onClick={() => mutate(isDisabled)}
      >
        {isDisabled ? 'Enable user' : 'Disable user'}
      </Button>
      {isSelf && (
        <Text size="xs" c="dimmed" mt={4}>
          You can’t disable yourself.
        </Text>
      )}
    </div>
  )
}
