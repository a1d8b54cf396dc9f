import { Button, CloseButton, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { omissionLines } from '@verbatim/contract/export-omission-words.ts'
import type { Export } from '@verbatim/contract/exports.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { dateTimeText, numberText, sizeText } from '@verbatim/ui/dates.ts'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { type AskedExport, formatNames } from './export-tray.ts'
import { ExportDetails } from './ExportDetails.tsx'
import classes from './ExportTray.module.css'
import { useCancelExport, useSaveExport } from './file-mutations.ts'
import { failureTitle } from './mutations.ts'
import { exportQuery, isOver } from './queries.ts'

interface ExportLineProps {
  asked: AskedExport
  onSaved: () => void
  onDismiss: () => void
}

/** One export in one line: its progress, a button to cancel it, and at the end the result. The file's details open below it. */
export function ExportLine({ asked, onSaved, onDismiss }: ExportLineProps) {
  const { data, error } = useQuery(exportQuery(useApi(), asked.id))
  const over = error !== null || (data !== undefined && isOver(data))
  const name = `${asked.title} as ${formatNames[asked.format]}`
  const dismissal = <CloseButton size="sm" aria-label="Dismiss" onClick={onDismiss} />
  return (
    <article className={classes.export} aria-busy={!over} aria-label={name}>
      <div className={classes.line}>
        <h2 className={classes.title}>{name}</h2>
        {!over && <Waiting asked={asked} data={data} />}
        {!over && <Cancel asked={asked} />}
        {data?.state === 'done' && data.manifest ? (
          <Done
            done={data}
            manifest={data.manifest}
            isSaved={asked.isSaved}
            onSaved={onSaved}
            dismissal={dismissal}
          />
        ) : (
          <>
            <div role="status" className={classes.said} hidden={!over}>
              {data?.state === 'cancelled' && 'Cancelled. No file was kept.'}
              {data?.state === 'failed' && <Failed asked={asked} reason={data.problem} />}
              {error && <Failed asked={asked} reason={asFailure(error).message} />}
            </div>
            {over && dismissal}
          </>
        )}
      </div>
    </article>
  )
}

function Waiting({ asked, data }: { asked: AskedExport; data: Export | undefined }) {
  const { state, rowsDone = 0, rowsTotal } = data ?? {}
  return (
    <>
      <Progress
        className={classes.progress}
        value={rowsTotal ? (100 * rowsDone) / rowsTotal : 0}
        animated={!rowsTotal}
        aria-label={`${asked.title} as ${formatNames[asked.format]}`}
      />
      <p className={classes.facts}>
        {state === 'running' && rowsTotal !== undefined
          ? `${numberText(rowsDone)} of ${numberText(rowsTotal)} rows`
          : state === 'running'
            ? 'Counting…'
            : 'Waiting for its turn…'}
      </p>
    </>
  )
}

function Cancel({ asked: { id } }: { asked: AskedExport }) {
  const { mutate, isPending } = useCancelExport(id)
  return (
    <Button variant="default" size="compact-sm" loading={isPending} onClick={() => mutate()}>
      Cancel
    </Button>
  )
}

function Failed({ asked, reason }: { asked: AskedExport; reason: string | undefined }) {
  const title = failureTitle(asked.format)
  return (
    <div role="alert">
      <span className={classes.failure}>{title}</span>
      {reason && reason !== title && ` · ${reason}`}
    </div>
  )
}

interface DoneProps {
  done: Export
  manifest: NonNullable<Export['manifest']>
  isSaved: boolean | undefined
  onSaved: () => void
  dismissal: ReactNode
}

/** The file is saved automatically once, and after that on request. */
function Done({ done, manifest, isSaved = false, onSaved, dismissal }: DoneProps) {
  const [isOpen, setOpen] = useState(false)
  const { mutate, data: saved, error, isPending } = useSaveExport(done, onSaved)
  const save = useEffectEvent(() => mutate())
  useEffect(() => {
    if (!isSaved) save()
  }, [isSaved])
  const { rows, sizeBytes, omissions } = manifest
  const lacks = omissions ? omissionLines(omissions, dateTimeText) : []
  const isWell = !error && saved?.isWhole !== false && lacks.length === 0
  const isHere = saved !== undefined || (isSaved && !isPending)
  return (
    <>
      <div role="status" className={classes.said} data-well={isWell || undefined}>
        {counted(rows, 'row')}
        {lacks.length > 0 && `, ${counted(lacks.length, 'note')} on what is missing`} · {sizeText(sizeBytes)}{' '}
        ·{' '}
        {error
          ? asFailure(error).message
          : isHere
            ? savedText(done.fileName, saved?.isWhole)
            : `Saving ${done.fileName}…`}
      </div>
      <Button
        variant="default"
        size="compact-sm"
        aria-expanded={isOpen}
        aria-label={`Details of ${done.fileName}`}
        onClick={() => setOpen(!isOpen)}
      >
        Details
      </Button>
      {dismissal}
      {isOpen && (
        <ExportDetails
          manifest={manifest}
          done={done}
          lacks={lacks}
          isSaving={isPending}
          onSave={() => mutate()}
        />
      )}
    </>
  )
}

function savedText(fileName: string, isWhole: boolean | undefined): string {
  if (isWhole === false) return `${fileName} was damaged in transit: its checksum differs. Save it again.`
  return isWhole ? `Saved as ${fileName}. Its checksum matches.` : `Saved as ${fileName}.`
}
