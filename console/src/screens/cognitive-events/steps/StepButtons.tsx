import { Button, type ButtonProps, Tooltip } from '@mantine/core'
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
      {stepsFrom(event.status).map((step) => {
        const objection = objectionTo(event.status, step, permissions)
        const isMain = step === steps.resolve && objection === undefined
        return (
          <StepButton
            key={step.verb}
            step={step}
            objection={objection}
            variant={isMain ? 'filled' : 'default'}
            loading={isPending && isMain}
            onChoose={() => (isPending ? undefined : choose(step))}
          />
        )
      })}
      {asking && <EventStepModal event={event} step={asking} onClose={() => setAsking(undefined)} />}
    </div>
  )
}

interface StepButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'loading' | 'disabled'> {
  step: Step
  /** Why it is not possible. */
  objection: string | undefined
  onChoose: () => void
}

export function StepButton({ step, objection, onChoose, ...button }: StepButtonProps) {
  const isClosed = objection !== undefined
  return (
    <Tooltip label={objection} disabled={!isClosed} events={{ hover: true, focus: true, touch: true }}>
      {/* Not `disabled`, because keyboard users must be able to reach it and read the reason. */}
      <Button
        variant="default"
        {...button}
        leftSection={<step.icon size={button.size ? 14 : 16} aria-hidden />}
        {...(isClosed && { 'data-disabled': true, 'aria-disabled': true, 'aria-description': objection })}
        onClick={(press) => {
          press.preventDefault()
          if (!isClosed) onChoose()
        }}
      >
        {step.verb}
      </Button>
    </Tooltip>
  )
}
