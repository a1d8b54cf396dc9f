import { Button, Tooltip } from '@mantine/core'
import type { CognitiveEventDetail } from '@verbatim/contract/cognitive-events.ts'
import { useState } from 'react'
import { useViewer } from '#shell/use-app-context.ts'
import { EventStepModal } from './EventStepModal.tsx'
import classes from './StepButtons.module.css'
import { objectionTo, type Step, steps, stepsFrom } from './steps.ts'
import { useSteps } from './use-steps.ts'

/** The possible next steps of the event. A disabled step shows the reason. */
export function StepButtons({ event }: { event: CognitiveEventDetail }) {
  const { permissions } = useViewer()
  const { take, isPending } = useSteps()
  const [asking, setAsking] = useState<Step>()
  const choose = (step: Step) => {
    if (step.asks === 'nothing') take(event, { status: step.to })
    else setAsking(step)
  }
  return (
    <div className={classes.buttons}>
      {stepsFrom(event.status).map((step) => (
        <StepButton
          key={step.verb}
          step={step}
          objection={objectionTo(event.status, step, permissions)}
          isPending={isPending}
          onChoose={() => choose(step)}
        />
      ))}
      {asking && <EventStepModal event={event} step={asking} onClose={() => setAsking(undefined)} />}
    </div>
  )
}

interface StepButtonProps {
  step: Step
  objection: string | undefined
  isPending: boolean
  onChoose: () => void
}

function StepButton({ step, objection, isPending, onChoose }: StepButtonProps) {
  const isClosed = objection !== undefined
  const isMain = step === steps.resolve && !isClosed
  return (
    <Tooltip label={objection} disabled={!isClosed} events={{ hover: true, focus: true, touch: true }}>
      {/* Not `disabled`, because keyboard users must be able to reach it and read the reason. */}
      <Button
        variant={isMain ? 'filled' : 'default'}
        leftSection={<step.icon size={16} aria-hidden />}
        {...(isClosed && { 'data-disabled': true, 'aria-disabled': true, 'aria-description': objection })}
        loading={isPending && isMain}
        onClick={(press) => {
          press.preventDefault()
          if (!isClosed && !isPending) onChoose()
        }}
      >
        {step.verb}
      </Button>
    </Tooltip>
  )
}
