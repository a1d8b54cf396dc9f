import { Button, Progress } from '@mantine/core'
import {
  type ArchiveBackFill,
  type Archiving,
  cancelArchiveBackFill,
  startArchiveBackFill,
} from '@verbatim/contract/archiving.ts'
import { useNow } from '@verbatim/ui/clock.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { DayField } from '@verbatim/ui/days/DayField.tsx'
import { useState } from 'react'
import { FormSection } from '#editor/FormSection.tsx'
import { useAct } from '#shell/use-act.ts'
import { useCan } from '#shell/use-app-context.ts'
import classes from './Archiving.module.css'

/** Archives earlier messages from a chosen day, and shows the progress. */
export function BackFill({ settings, backFill }: Pick<Archiving, 'settings' | 'backFill'>) {
  const canManage = useCan('smtp_integration.manage')
  const isOn = settings !== undefined && settings.mode !== 'off'
  const isRunning = backFill?.state === 'running'
  return (
    <FormSection
      id="archiving-back-fill"
      title="Earlier messages"
      hint="Archives what was captured before archiving was turned on, or while it was off. Messages already archived aren’t sent again."
    >
      {backFill && <Course {...backFill} />}
      {canManage && isRunning && <Cancel />}
      {canManage && !isRunning && isOn && <Start />}
      {!isOn && <p className={classes.note}>Turn archiving on or pause it first.</p>}
    </FormSection>
  )
}

const ends: Record<ArchiveBackFill['state'], string> = {
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
}

function Course({ state, from, total, looked, queued, finishedAt }: ArchiveBackFill) {
  return (
    <div className={classes.answer} role="status">
      <p>
        {ends[state]}
        {finishedAt && (
          <>
            {' '}
            at <DateTime at={finishedAt} />
          </>
        )}
        : captured since <DateTime at={from} />, {numberText(looked)} of {counted(total, 'message')} checked,{' '}
        {counted(queued, 'entry', 'entries')} queued.
      </p>
      {state === 'running' && (
        <Progress value={total === 0 ? 100 : (100 * looked) / total} aria-label="Messages checked" />
      )}
    </div>
  )
}

function Start() {
  const [startFrom, setStartFrom] = useState('')
  const [error, setError] = useState<string>()
  const { mutate, isPending } = useAct({
    call: (api) => api(startArchiveBackFill, { body: { startFrom } }),
    failed: 'Earlier messages are not archived',
    touches: ['organization'],
  })
  const start = () => {
    const isDay = /^\d{4}-\d\d-\d\d$/.test(startFrom)
    setError(isDay ? undefined : 'Choose a day.')
    if (isDay) mutate()
  }
  return (
    <div className={classes.start}>
      <DayField
        label="Archive from"
        description="Everything captured since the start of this day."
        maxDate={useNow().toISOString().slice(0, 10)}
        value={startFrom}
        onChange={(day, text) => setStartFrom(day || text)}
        error={error}
      />
      <Button variant="default" loading={isPending} onClick={start}>
        Archive earlier messages
      </Button>
    </div>
  )
}

function Cancel() {
  const { mutate, isPending } = useAct({
    call: (api) => api(cancelArchiveBackFill, {}),
    done: () => 'Archiving of earlier messages was cancelled',
    failed: 'Archiving of earlier messages was not cancelled',
    touches: ['organization'],
  })
  return (
    <div className={classes.test}>
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        Cancel
      </Button>
    </div>
  )
}
