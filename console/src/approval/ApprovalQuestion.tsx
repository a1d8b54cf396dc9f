import { Stack } from '@mantine/core'
import { changeRequestLimits } from '@verbatim/contract/change-requests.ts'
import { ConfirmModal } from '@verbatim/ui/dialogs/ConfirmModal.tsx'
import { LimitedTextarea } from '@verbatim/ui/LimitedInput.tsx'
import type { Toast } from '@verbatim/ui/Toasts.tsx'
import { useState } from 'react'
import { type ApprovalCall, useSendForApproval } from './queries.ts'

interface ApprovalQuestionProps {
  /** The change that the server did not make; without one, no question is shown. */
  change: ApprovalCall['change'] | undefined
  /** What the change would do, if that is not plain: a sentence. */
  why?: string | undefined
  onSent: (toast: Toast) => void
  onClose: () => void
}

/** Offers to send a change to a second person. */
export function ApprovalQuestion({ change, why, onSent, onClose }: ApprovalQuestionProps) {
  const [note, setNote] = useState('')
  const [noted, setNoted] = useState<ApprovalCall['change']['operation']>()
  if (change && change.operation !== noted) {
    setNoted(change.operation)
    // What was said about one change is no note on another.
    setNote('')
  }
  const { mutate, isPending } = useSendForApproval(onSent)
  return (
    <ConfirmModal
      opened={change !== undefined}
      title="Send for approval?"
      confirmLabel="Send for approval"
      busy={isPending}
      isReady={note.length <= changeRequestLimits.note}
      onConfirm={() => change && mutate({ change, note })}
      onClose={onClose}
    >
      <Stack>
        {why && <div>{why}</div>}
        <div>
          Your organization requires a second person to approve this change. It takes effect once someone else
          approves it. Until then, everything stays as it is.
        </div>
        <LimitedTextarea
          label="Note for the approver"
          minRows={2}
          maxRows={8}
          limit={changeRequestLimits.note}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmModal>
  )
}
