import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { asFailure } from '@verbatim/client/failure.ts'
import type { CognitiveEventDetail, StatusChange } from '@verbatim/contract/cognitive-events.ts'
import { Ago } from '@verbatim/ui/DateTime.tsx'
import { useIsShown } from '@verbatim/ui/use-is-shown.ts'
import { useState } from 'react'
import { useViewer } from '#shell/use-app-context.ts'
import { doneWords, subjectOf } from './done-words.ts'
import { historyWords } from '#screens/cognitive-events/history-words.tsx'
import { changeOf, useTakeStep, useTellDone, useTellFailure } from '#screens/cognitive-events/mutations.ts'
import { StepModal } from './StepModal.tsx'
import { objectionTo, type Step } from './steps.ts'

interface EventStepModalProps {
  /** The event's current state, which changes while the dialog is open if someone else acts first. */
  event: CognitiveEventDetail
  step: Step
  onClose: () => void
}

/** Asks for the input of one event's step, based on the version that the user saw. Later changes are shown first. */
export function EventStepModal({ event, step, onClose }: EventStepModalProps) {
  const { permissions } = useViewer()
  const [seen, setSeen] = useState(event)
  const { mutateAsync, isPending, error } = useTakeStep()
  const tellDone = useTellDone()
  const tellFailure = useTellFailure()
  const isShown = useIsShown()
  const failure = error && asFailure(error)
  const objection = objectionTo(seen.status, step, permissions)
  const submit = (change: StatusChange, forget: () => void) =>
    void mutateAsync({ event: seen, change }).then(
      (after) => {
        forget()
        // It may have been closed, and another one be open for the same event.
        if (isShown()) onClose()
        tellDone(doneWords(change), { changeId: changeOf(after), message: subjectOf(after) })
      },
      (refused: unknown) => {
        // Otherwise the dialog shows `error`.
        if (!isShown()) tellFailure(refused, seen)
      },
    )
  return (
    <StepModal
      step={step}
      subject={subjectOf(event)}
      draftName={`step.${event.id}`}
      busy={isPending}
      obstacle={
        event.version !== seen.version ? (
          <ChangedMeanwhile seen={seen} now={event} onLook={() => setSeen(event)} />
        ) : (
          objection && <Alert color="yellow">{objection} Your input is kept.</Alert>
        )
      }
      error={failure?.code === 'event.changed' ? undefined : failure?.message}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

interface ChangedMeanwhileProps {
  seen: CognitiveEventDetail
  now: CognitiveEventDetail
  onLook: () => void
}

/** What someone else did to the event since it was loaded. */
function ChangedMeanwhile({ seen, now, onLook }: ChangedMeanwhileProps) {
  const known = new Set(seen.history.map(({ id }) => id))
  const news = now.history.filter(({ id }) => !known.has(id))
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title="This event has changed since you opened it"
      role="alert"
      mb="md"
    >
      {news.map((entry) => {
        const { title, body } = historyWords(entry)
        return (
          <Text key={entry.id} size="sm">
            {title} · <Ago at={entry.at} />
            {body && <> · “{body}”</>}
          </Text>
        )
      })}
      <Group mt="xs">
        <Button
          size="compact-sm"
          variant="default"
          onClick={(press) => {
            // The button disappears with the notice, so the focus moves to the form.
            focusForm(press.currentTarget)
            onLook()
          }}
        >
          Reload and keep what I typed
        </Button>
      </Group>
    </Alert>
  )
}

function focusForm(button: HTMLElement): void {
  button.closest('[role="dialog"]')?.querySelector<HTMLElement>('form input, form textarea')?.focus()
}
