import { Alert, Button, Checkbox, Text } from '@mantine/core'
import { asFailure } from '@verbatim/client/failure.ts'
import { authorNoticeLimits } from '@verbatim/contract/author-notices.ts'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { Dialog } from '@verbatim/ui/dialogs/Dialog.tsx'
import { DialogForm } from '@verbatim/ui/dialogs/DialogForm.tsx'
import { LimitedTextarea } from '@verbatim/ui/LimitedInput.tsx'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useIsShown } from '@verbatim/ui/use-is-shown.ts'
import { useFailureToast } from '#failures/failure-toast.ts'
import { subjectOf } from '#screens/cognitive-events/steps/done-words.ts'
import { useDraft, withoutSent } from '#shell/use-draft.ts'
import { useState } from 'react'
import { useCan } from '#shell/use-app-context.ts'
import classes from './EventFacts.module.css'
import { useNotifyAuthor } from './mutations.ts'

interface NotifyAuthorProps {
  event: CognitiveEventDetail
}

/** The author of the message, and the way to send them a note. */
export function NotifyAuthor({ event }: NotifyAuthorProps) {
  const [isOpen, setOpen] = useState(false)
  const canNotify = useCan('events.notify_author')
  const notifiedAt = event.author?.notifiedAt
  return (
    <>
      <bdi>{event.from}</bdi>
      {notifiedAt && (
        <Text size="sm" className={classes.aside}>
          Note sent <Ago at={notifiedAt} />
        </Text>
      )}
      {canNotify && (
        <Button display="block" mt={4} size="compact-xs" variant="default" onClick={() => setOpen(true)}>
          {notifiedAt ? 'Send another note' : 'Send a note'}
        </Button>
      )}
      {isOpen && <NoteDialog event={event} onClose={() => setOpen(false)} />}
    </>
  )
}

function NoteDialog({ event, onClose }: NotifyAuthorProps & { onClose: () => void }) {
  const [note, keepNote] = useDraft(`author-note.${event.id}`)
  const [isConfirmed, setConfirmed] = useState(false)
  const { mutateAsync, isPending, error } = useNotifyAuthor()
  const isShown = useIsShown()
  const toast = useToast()
  const tellFailure = useFailureToast()
  const isAgain = typeof event.author?.notifiedAt === 'string'
  const isMissing = note.trim() === '' || note.length > authorNoticeLimits.note || (isAgain && !isConfirmed)
  const send = () =>
    void mutateAsync({ id: event.id, note, again: isAgain }).then(
      () => {
        keepNote(withoutSent(note))
        if (isShown()) onClose()
        toast({ tone: 'done', title: 'Note sent', message: event.from })
      },
      (failure: unknown) => {
        // Otherwise the dialog shows `error`.
        if (!isShown()) tellFailure(`The note was not sent: ${subjectOf(event)}`, failure)
      },
    )
  return (
    <Dialog opened onClose={onClose} title="Send a note to the author">
      <DialogForm
        submit="Send note"
        busy={isPending}
        isReady={!isMissing && !isPending}
        onSubmit={send}
        onCancel={onClose}
      >
        <Text size="sm">
          <bdi>{event.from}</bdi> gets the note by email, with your name. The message and the policy are not
          mentioned. The note is kept in the audit trail.
        </Text>
        <LimitedTextarea
          label="Note"
          description="Links are not allowed."
          minRows={4}
          maxRows={12}
          data-autofocus
          limit={authorNoticeLimits.note}
          value={note}
          error={error && asFailure(error).message}
          onChange={(change) => keepNote(change.currentTarget.value)}
        />
        {isAgain && (
          <Alert color="yellow" title="A note about this event has already been sent">
            <Checkbox
              label="Send another one"
              checked={isConfirmed}
              onChange={(change) => setConfirmed(change.currentTarget.checked)}
            />
          </Alert>
        )}
      </DialogForm>
    </Dialog>
  )
}
