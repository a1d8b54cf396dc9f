import { ActionIcon, Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { Export } from '@verbatim/contract/exports.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import classes from './ExportTray.module.css'
import { saveManifest } from './file-mutations.ts'

interface ExportDetailsProps {
  done: Export
  manifest: NonNullable<Export['manifest']>
  /** What the file lacks, so that no reader takes it for everything. */
  lacks: readonly string[]
  isSaving: boolean
  onSave: () => void
}

/** What a file is and what it lacks. */
export function ExportDetails({ done, manifest, lacks, isSaving, onSave }: ExportDetailsProps) {
  const { asOf, sha256 } = manifest
  return (
    <div className={classes.details}>
      <p>
        As of <DateTime at={asOf} />
      </p>
      {lacks.length > 0 && (
        <ul aria-label="Not in this file">
          {lacks.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <div>
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
        <Button variant="default" size="compact-sm" loading={isSaving} onClick={onSave}>
          Save again
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => saveManifest(done)}>
          Save manifest
        </Button>
      </div>
    </div>
  )
}
