import { Button, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { asFailure } from '@verbatim/client/failure.ts'
import type { StatusChange } from '@verbatim/contract/cognitive-events.ts'
import { EventId } from '@verbatim/contract/ids.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import type { Hold } from '@verbatim/ui/held-keys.ts'
import { countSelected, type Selection } from '@verbatim/ui/table/selection.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useIsShown } from '@verbatim/ui/use-is-shown.ts'
import { usePanel } from '@verbatim/ui/use-panel.ts'
import { useRef, useState } from 'react'
import { doneWords } from './done-words.ts'
import type { Seen } from '#screens/cognitive-events/queue/use-event-selection.ts'
import { useTakeSteps, useTellDone, useTellFailure } from '#screens/cognitive-events/mutations.ts'
import { useViewer } from '#shell/use-app-context.ts'
import { StepButton } from './StepButtons.tsx'
import { StepModal } from './StepModal.tsx'
import { objectionToAll, type Step, steps } from './steps.ts'

interface BulkStepGiven {
  selection: Selection
  /** The number of matches of the list. */
  total: number
  /** What the reader saw of the selected events. */
  seen: Seen
  /** The list's question, in the API's form. */
  query: Record<string, string>
  /** Called after the rows of this selection were changed and reloaded. The reader may have selected others meanwhile. */
  onDone: (selection: Selection) => void
  /** Called if other events match now than were shown. */
  onOutdated: () => void
}

const most = 1000
/** They were meant for what would have been changed. */
const voidKeysText = 'Keys you pressed in the meantime were ignored.'
const shown: readonly Step[] = [steps.review, steps.escalate, steps.resolve, steps.dismiss]
const further: readonly Step[] = [steps.release, steps.reopen]

interface BulkStepsProps {
  /** How many events are selected. */
  count: number
  bulk: ReturnType<typeof useBulkStep>
}

/** The steps for the selected events. One that would change none of them is disabled and shows the reason. */
export function BulkSteps({ count, bulk }: BulkStepsProps) {
  const [asking, setAsking] = useState<Step>()
  const { button, props: panel, fading } = usePanel()
  const { take, isPending, reset, objectionTo } = bulk
  const choose = (step: Step) => {
    reset()
    if (step.asks === 'nothing') take({ status: step.to })
    else setAsking(step)
  }
  const noun = counted(count, 'event')
  return (
    <>
      {shown.map((step) => (
        <StepButton
          key={step.verb}
          step={step}
          objection={objectionTo(step)}
          size="compact-sm"
          disabled={isPending}
          onChoose={() => choose(step)}
        />
      ))}
      <Menu {...panel} position="bottom-end">
        <Menu.Target>
          <Button
            ref={button}
            size="compact-sm"
            variant="default"
            aria-label="More steps"
            disabled={isPending}
          >
            <IconDots size={14} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown {...fading}>
          {further.map((step) => {
            const objection = objectionTo(step)
            return (
              // Not `disabled`, because keyboard users must be able to reach it and read the reason.
              <Menu.Item
                key={step.verb}
                aria-disabled={objection !== undefined}
                closeMenuOnClick={objection === undefined}
                {...(objection && { c: 'dimmed' })}
                onClick={() => (objection ? undefined : choose(step))}
              >
                {step.verb}
                {objection && <Text size="xs">{objection}</Text>}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {asking && <AskedStep step={asking} subject={noun} bulk={bulk} onClose={() => setAsking(undefined)} />}
    </>
  )
}

interface AskedStepProps {
  step: Step
  subject: string
  bulk: ReturnType<typeof useBulkStep>
  onClose: () => void
}

/** Asks for the input of a step of many events. */
function AskedStep({ step, subject, bulk: { take, isPending, error }, onClose }: AskedStepProps) {
  const isShown = useIsShown()
  return (
    <StepModal
      step={step}
      subject={subject}
      draftName={`step.many.${step.verb}`}
      busy={isPending}
      error={error ? asFailure(error).message : undefined}
      onSubmit={(change, forget) =>
        take(change, {
          isShown,
          onTaken: () => {
            forget()
            if (isShown()) onClose()
          },
        })
      }
      onClose={onClose}
    />
  )
}

interface AskingDialog {
  /** Whether it is still open and shows why the step failed. */
  readonly isShown: () => boolean
  readonly onTaken: () => void
}

/** Takes a step with the selected events, and shows for how many it was not possible. */
export function useBulkStep({ selection, total, seen, query, onDone, onOutdated }: BulkStepGiven) {
  const { mutateAsync, isPending, error, reset } = useTakeSteps()
  // The selection that is being saved, or was: at once, not when the screen is drawn again, because the next key may come before that.
  // Where it is still drawn after it was saved, keys would be for it, too.
  const saving = useRef<Selection>(undefined)
  const isBusy = () => saving.current === selection
  const refusals = useRef(0)
  // Whether keys wait for what is being saved. If it is refused, they do nothing.
  const hasWaiting = useRef(false)
  const { permissions } = useViewer()
  const tellDone = useTellDone()
  const tellFailure = useTellFailure()
  const toast = useToast()
  const take = (change: StatusChange, dialog?: AskingDialog) => {
    if (isBusy()) return
    const which = whichOf(selection, total, seen)
    if ((which.ids ?? which.except).length > most) {
      const message = `At most ${numberText(most)} rows can be selected.`
      toast({ tone: 'failed', title: 'Nothing was changed', message })
      return
    }
    saving.current = selection
    hasWaiting.current = false
    mutateAsync({ which, query, change }).then(
      ({ changed, changeId, ...left }) => {
        dialog?.onTaken()
        onDone(selection)
        const message = leftWords(left)
        if (changed === 0) toast({ tone: 'failed', title: 'Nothing was changed', message })
        else tellDone(`${counted(changed, 'event')}: ${doneWords(change)}`, { changeId, message })
      },
      (failure: unknown) => {
        if (isBusy()) saving.current = undefined
        refusals.current += 1
        if (asFailure(failure).code === 'event.count-changed') onOutdated()
        if (!dialog?.isShown()) tellFailure(failure, undefined, hasWaiting.current ? voidKeysText : undefined)
      },
    )
  }
  const hold: Hold = {
    isBusy,
    turn: () => refusals.current,
    onWait: () => {
      if (isBusy()) hasWaiting.current = true
    },
  }
  const objectionTo = (step: Step) => {
    const known = [...seen.events.values()].map(({ status }) => status)
    // Of all events of a list, those on other pages are unknown.
    return known.length < countSelected(selection, total)
      ? undefined
      : objectionToAll(known, step, permissions)
  }
  return { take, isPending, hold, error, reset, objectionTo }
}

export function whichOf(selection: Selection, total: number, { events, asOf }: Seen) {
  const expectedVersions = Object.fromEntries([...events].map(([id, { version }]) => [id, version]))
  if (selection.kind === 'some')
    return { ids: [...selection.ids].map((id) => EventId.parse(id)), expectedVersions }
  return {
    all: true as const,
    except: [...selection.except].map((id) => EventId.parse(id)),
    expected: countSelected(selection, total),
    expectedVersions,
    ...(asOf && { asOf }),
  }
}

/** Which events were not changed, and why. */
export function leftWords({ skipped, outdated }: { skipped: number; outdated: number }): string {
  const words = [
    outdated > 0 &&
      `${counted(outdated, 'event')} changed in the meantime and ${outdated === 1 ? 'was' : 'were'} left unchanged.`,
    skipped > 0 &&
      `${counted(skipped, 'event')} left unchanged because ${skipped === 1 ? 'its' : 'their'} status does not allow it.`,
  ]
  return words.filter((line) => line !== false).join(' ')
}
