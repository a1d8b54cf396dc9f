import { Dialog } from '@verbatim/ui/dialogs/Dialog.tsx'
import { DialogForm } from '@verbatim/ui/dialogs/DialogForm.tsx'
import { Kbd, Radio, Stack, Text } from '@mantine/core'
import type { StatusChange } from '@verbatim/contract/cognitive-events.ts'
import { type Disposition, dispositionNames } from '@verbatim/contract/event-status.ts'
import { LimitedTextarea } from '@verbatim/ui/LimitedInput.tsx'
import { useDraft, withoutSent } from '#shell/use-draft.ts'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { decisions, type Step } from './steps.ts'
import classes from './StepModal.module.css'

interface StepModalProps {
  step: Step
  /** The target of the step: "Guarantees of return · Ann Lee", "12 events". */
  subject: string
  /** The key for storing the input until it is sent. */
  draftName: string
  busy: boolean
  /** Why it cannot be sent now: someone else changed the event meanwhile. */
  obstacle?: ReactNode
  /** The error of the last attempt. */
  error?: string | undefined
  /** `forget` drops the input; call it after sending, also if the dialog is closed by then. */
  onSubmit: (change: StatusChange, forget: () => void) => void
  onClose: () => void
}

const reasonMost = 4000

/** Asks for a step's input: a disposition, a reason. */
export function StepModal(props: StepModalProps) {
  const { step, subject, onClose } = props
  return (
    <Dialog opened onClose={onClose} title={step.verb}>
      <Text c="dimmed" mb="md">
        <bdi>{subject}</bdi>
      </Text>
      {props.obstacle}
      <StepForm {...props} />
    </Dialog>
  )
}

function StepForm({ step, draftName, busy, obstacle, error, onSubmit, onClose }: StepModalProps) {
  const [disposition, setDisposition] = useState<Disposition | undefined>(
    step.to === 'dismissed' ? 'false_positive' : undefined,
  )
  const [reason, keepReason] = useDraft(draftName)
  const missing = whatIsMissing(step, disposition, reason)
  const submit = () => {
    if (busy) return
    const change: StatusChange = {
      status: step.to,
      ...(step.asks === 'disposition' && disposition && { disposition }),
      ...(reason.trim() && { reason }),
    }
    onSubmit(change, () => keepReason(withoutSent(reason)))
  }
  const pickByKey = (event: KeyboardEvent) => {
    const decision = decisions[Number(event.key) - 1]
    if (event.target instanceof HTMLTextAreaElement || !decision) return
    event.preventDefault()
    setDisposition(decision.disposition)
  }
  return (
    <DialogForm
      submit={step.verb}
      busy={busy}
      isReady={missing === undefined && obstacle === undefined}
      why={obstacle === undefined ? missing : 'Review what changed first.'}
      onSubmit={submit}
      onCancel={onClose}
    >
      {step.asks === 'disposition' && (
        <Dispositions value={disposition} onChange={setDisposition} onKeyDown={pickByKey} />
      )}
      <LimitedTextarea
        label={step.asks === 'reason' ? 'Reason' : 'Reason (optional)'}
        description="Shown in the event’s history."
        required={step.asks === 'reason'}
        withAsterisk={false}
        minRows={2}
        maxRows={8}
        limit={reasonMost}
        value={reason}
        error={error}
        {...(step.asks === 'reason' && { 'data-autofocus': true })}
        onChange={(event) => keepReason(event.currentTarget.value)}
      />
    </DialogForm>
  )
}

function whatIsMissing({ asks }: Step, disposition: Disposition | undefined, reason: string) {
  if (asks === 'disposition' && !disposition) return 'Choose a disposition.'
  if (asks === 'reason' && !reason.trim()) return 'Enter a reason for reopening the event.'
  if (reason.trim().length > reasonMost) return 'The reason is too long.'
  return undefined
}

interface DispositionsProps {
  value: Disposition | undefined
  onChange: (disposition: Disposition) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function Dispositions({ value, onChange, onKeyDown }: DispositionsProps) {
  const pick = (text: string) => {
    const found = decisions.find(({ disposition }) => disposition === text)
    if (found) onChange(found.disposition)
  }
  return (
    <Radio.Group label="Disposition" value={value ?? ''} onChange={pick} onKeyDown={onKeyDown}>
      <Stack gap={4} mt={4}>
        {decisions.map(({ disposition }, i) => (
          <div key={disposition} className={classes.option}>
            <Radio
              value={disposition}
              label={dispositionNames[disposition]}
              {...(i === 0 && { 'data-autofocus': true })}
            />
            <Kbd size="xs" aria-hidden>
              {i + 1}
            </Kbd>
          </div>
        ))}
      </Stack>
    </Radio.Group>
  )
}
