import { Button, Stack } from '@mantine/core'
import { FailureAlert } from '@verbatim/ui/FailureAlert.tsx'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { asFailure } from '@verbatim/client/failure.ts'
import type { Conversation } from '@verbatim/contract/conversations.ts'
import { identityLimits, revealIdentity } from '@verbatim/contract/pseudonyms.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { timeText } from '@verbatim/ui/dates.ts'
import { LimitedTextarea } from '@verbatim/ui/LimitedInput.tsx'
import { useState } from 'react'
import { useAct } from '#shell/use-act.ts'
import { useCan } from '#shell/use-app-context.ts'
import classes from './IdentityNotice.module.css'

interface IdentityNoticeProps {
  /** Undefined until it is known. */
  conversation: Pick<Conversation, 'id' | 'identity'> | undefined
}

/** Where the organization reads under pseudonyms: whether names are shown here, and the way to them. */
export function IdentityNotice({ conversation }: IdentityNoticeProps) {
  const mayReveal = useCan('messages.reveal_identity')
  const [isAsking, setAsking] = useState(false)
  if (!conversation?.identity) return
  const { isHidden, until } = conversation.identity
  const Icon = isHidden ? IconEyeOff : IconEye
  return (
    // A group, not a region: the same notice may be on the screen below a dialog.
    <div className={classes.notice} role="group" aria-label="Names">
      <Icon size={16} aria-hidden />
      <p className={classes.text}>
        {isHidden
          ? 'Names and addresses are hidden, except where a message’s own text mentions them.'
          : `Names are shown to you in this conversation${until ? ` until ${timeText(until)}` : ''}.`}
      </p>
      {isHidden && mayReveal && (
        <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
          Show names…
        </Button>
      )}
      {/* The reason is for this conversation alone. */}
      <RevealQuestion
        key={conversation.id}
        id={conversation.id}
        opened={isAsking}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

interface RevealQuestionProps {
  id: Conversation['id']
  opened: boolean
  onClose: () => void
}

function RevealQuestion({ id, opened, onClose }: RevealQuestionProps) {
  const [reason, setReason] = useState('')
  const { mutate, isPending, error } = useReveal(id, () => {
    setReason('')
    onClose()
  })
  return (
    <ConfirmModal
      opened={opened}
      title="Show the names of this conversation?"
      confirmLabel="Show names"
      busy={isPending}
      isReady={reason.trim() !== '' && reason.length <= identityLimits.reason}
      onConfirm={() => mutate(reason)}
      onClose={onClose}
    >
      <Stack>
        <div>
          You see names and addresses for {identityLimits.minutes} minutes, here and in lists. Other readers
          do not. The audit trail records that you looked at the names, and your reason.
        </div>
        <LimitedTextarea
          label="Reason"
          required
          minRows={2}
          maxRows={8}
          limit={identityLimits.reason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <FailureAlert>{error && asFailure(error).message}</FailureAlert>
      </Stack>
    </ConfirmModal>
  )
}

const useReveal = (id: Conversation['id'], onDone: () => void) =>
  useAct({
    call: (api, reason: string) => api(revealIdentity, { params: { id }, body: { reason } }),
    touches: ['conversations', 'messages', 'cognitive-events'],
    onDone,
  })
