import { ActionIcon, Button, CloseButton, CopyButton, Progress } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { asFailure } from '@verbatim/client/failure.ts'
import { omissionLines } from '@verbatim/contract/export-omission-words.ts'
import type { Export } from '@verbatim/contract/exports.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { numberText, sizeText } from '@verbatim/ui/dates.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { useEffect, useEffectEvent } from 'react'
import { useApi } from '#shell/use-app-context.ts'
import { type AskedExport, formatNames } from './export-tray.ts'
import classes from './ExportTray.module.css'
import { saveManifest, useCancelExport, useSaveExport } from './file-mutations.ts'
import { failureTitle } from './mutations.ts'
import { exportQuery, isOver } from './queries.ts'

interface ExportCardProps {
  asked: AskedExport
  onSaved: () => void
  onDismiss: () => void
}

/** One export: its progress, a button to cancel it, and at the end the contents of the file. */
export function ExportCard({ asked, onSaved, onDismiss }: ExportCardProps) {
  const { data, error } = useQuery(exportQuery(useApi(), asked.id))
  const over = error !== null || (data !== undefined && isOver(data))
  const name = `${asked.title} as ${formatNames[asked.format]}`
  return (
    <article className={classes.card} aria-busy={!over} aria-label={name}>
      <header className={classes.head}>
        <h2 className={classes.title}>{name}</h2>
        {over && <CloseButton size="sm" aria-label="Dismiss" onClick={onDismiss} />}
      </header>
      {!over && <Waiting asked={asked} data={data} />}
      <div role="status">
        {data?.state === 'done' && <Done done={data} isSaved={asked.isSaved} onSaved={onSaved} />}
        {data?.state === 'cancelled' && <p className={classes.facts}>Cancelled. No file was kept.</p>}
        {data?.state === 'failed' && <Failed asked={asked} reason={data.problem} />}
        {error && <Failed asked={asked} reason={asFailure(error).message} />}
      </div>
      {!over && <Cancel asked={asked} />}
    </article>
  )
}

function Waiting({ asked, data }: { asked: AskedExport; data: Export | undefined }) {
  const { state, rowsDone = 0, rowsTotal } = data ?? {}
  return (
    <>
      <Progress
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
    <Button
      className={classes.cancel}
      variant="default"
      size="compact-sm"
      loading={isPending}
      onClick={() => mutate()}
    >
      Cancel
    </Button>
  )
}

function Failed({ asked, reason }: { asked: AskedExport; reason: string | undefined }) {
  const title = failureTitle(asked.format)
  return (
    <div role="alert">
      <p className={classes.failure}>{title}</p>
      {reason && reason !== title && <p className={classes.facts}>{reason}</p>}
    </div>
  )
}

interface DoneProps {
  done: Export
  isSaved: boolean | undefined
  onSaved: () => void
}

/** The file is saved automatically once, and after that on request. */
function Done({ done, isSaved = false, onSaved }: DoneProps) {
  const { manifest, fileName } = done
  const { mutate, data: saved, error, isPending } = useSaveExport(done, onSaved)
  const save = useEffectEvent(() => mutate())
  useEffect(() => {
    if (!isSaved) save()
  }, [isSaved])
  if (!manifest) return
  const { rows, sizeBytes, sha256, asOf, omissions } = manifest
  return (
    <>
      <p className={classes.facts}>
        {counted(rows, 'row')} · {sizeText(sizeBytes)} · as of <DateTime at={asOf} />
      </p>
      <p className={classes.facts}>
        {error ? asFailure(error).message : savedText(fileName, saved?.isWhole)}
      </p>
      <Omissions lines={omissions ? omissionLines(omissions) : []} />
      <div className={classes.digest}>
        <span>SHA-256</span> <code>{sha256}</code>
        <CopyButton value={sha256}>
          {({ copied, copy }) => (
            <ActionIcon
              size={24}
              aria-label={copied ? 'Copied' : 'Copy SHA-256'}
              title={copied ? 'Copied' : 'Copy SHA-256'}
              onClick={copy}
            >
              {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      </div>
      <div className={classes.actions}>
        <Button variant="default" size="compact-sm" loading={isPending} onClick={() => mutate()}>
          Save again
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => saveManifest(done)}>
          Save manifest
        </Button>
      </div>
    </>
  )
}

/** What the file lacks, so that no reader takes it for everything. */
function Omissions({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return undefined
  return (
    <details className={classes.omissions}>
      <summary>Not in this file ({lines.length})</summary>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

function savedText(fileName: string, isWhole: boolean | undefined): string {
  if (isWhole === false) return `${fileName} was damaged in transit: its checksum differs. Save it again.`
  return isWhole ? `Saved as ${fileName}. Its checksum matches.` : `Saved as ${fileName}.`
}
