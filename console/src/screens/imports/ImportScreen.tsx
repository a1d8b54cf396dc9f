import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { Import, ImportKindName } from '@verbatim/contract/imports.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { useState } from 'react'
import { DialogFrame } from '#shell/DialogFrame.tsx'
import { PendingDialog } from '#shell/editor/PendingDialog.tsx'
import { useApi } from '#shell/use-house.ts'
import { importWords } from './import-sides.ts'
import { ImportButtons } from './ImportButtons.tsx'
import { ImportReport } from './ImportReport.tsx'
import { MappingForm } from './MappingForm.tsx'
import { importQuery } from './queries.ts'

/** One import, from the mapping of its columns to the report of its rows. */
export function ImportScreen({ kind }: { kind: ImportKindName }) {
  const { id = '' } = useParams({ strict: false })
  const { list } = importWords[kind]
  const navigate = useNavigate()
  const close = () => void navigate({ to: list })
  const { data, error, refetch } = useQuery(importQuery(useApi(), id))
  if (data) return <ImportDialog key={id} given={data} onClose={close} />
  return <PendingDialog title="Import" error={error} onRetry={() => void refetch()} onClose={close} />
}

function ImportDialog({ given, onClose }: { given: Import; onClose: () => void }) {
  const [mapping, setMapping] = useState(given.mapping)
  const [settings, setSettings] = useState(given.settings)
  const [isAsking, setAsking] = useState(false)
  const isMappable = given.state === 'draft' || given.state === 'checked'
  return (
    <DialogFrame
      title={<bdi>{given.fileName}</bdi>}
      note={
        <>
          <DateTime at={given.createdAt} /> by <bdi>{given.startedBy}</bdi>
        </>
      }
      isCovered={isAsking}
      onClose={onClose}
      footer={
        <ImportButtons given={given} mapped={{ mapping, settings }} onAsk={setAsking} onClose={onClose} />
      }
    >
      {isMappable && (
        <MappingForm
          given={given}
          mapping={mapping}
          settings={settings}
          onMapping={setMapping}
          onSettings={setSettings}
        />
      )}
      <ImportReport given={given} />
    </DialogFrame>
  )
}
