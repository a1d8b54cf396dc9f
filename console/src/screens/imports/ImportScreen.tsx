import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Import } from '@verbatim/contract/imports.ts'
import { counted } from '@verbatim/ui/counted.ts'
import { DateTime } from '@verbatim/ui/DateTime.tsx'
import { useState } from 'react'
import { DialogFrame } from '@verbatim/ui/dialogs/DialogFrame.tsx'
import { PendingDialog } from '#editor/PendingDialog.tsx'
import { openable } from '#failures/openable.ts'
import { useOverlayAddress } from '#lists/overlay-address.ts'
import { useReadImportNews } from '#shell/inbox/use-read-import-news.ts'
import { useApi } from '#shell/use-app-context.ts'
import { type ListPlace, useIsMappable } from './import-sides.ts'
import { ImportButtons } from './ImportButtons.tsx'
import { ImportReport, namesAt } from './ImportReport.tsx'
import { ImportRows } from './ImportRows.tsx'
import { MappingForm } from './MappingForm.tsx'
import { importQuery } from './queries.ts'

const hiddenRows =
  'The rows are shown to the people who uploaded or started this import, and to users who can access all groups. Only they can continue or undo it.'

/** One import over the list it was opened from: from the mapping of its columns to the report of its rows. */
export function ImportScreen({ place }: { place: ListPlace }) {
  const { id = '' } = useParams({ strict: false })
  const { close } = useOverlayAddress(place.spec, place.list)
  const { data, error, refetch } = openable(useQuery(importQuery(useApi(), id)))
  useReadImportNews(id)
  if (data) return <ImportDialog key={id} given={data} onClose={close} />
  return (
    <PendingDialog title="Import" size="large" error={error} onRetry={() => void refetch()} onClose={close} />
  )
}

function ImportDialog({ given, onClose }: { given: Import; onClose: () => void }) {
  const [mapping, setMapping] = useState(given.mapping)
  const [settings, setSettings] = useState(given.settings)
  const [isAsking, setAsking] = useState(false)
  const isDraft = given.state === 'draft'
  const isMappable = useIsMappable(given)
  // Once the rows are checked, their report is what one looks for.
  const [isChanging, setChanging] = useState(false)
  return (
    <DialogFrame
      title={<bdi>{given.fileName}</bdi>}
      note={
        <>
          <DateTime at={given.createdAt} /> by <bdi>{given.startedBy}</bdi>
        </>
      }
      size="large"
      isCovered={isAsking}
      onClose={onClose}
      footer={
        <ImportButtons given={given} mapped={{ mapping, settings }} onAsk={setAsking} onClose={onClose} />
      }
    >
      <Stack gap="lg">
        {isDraft ? (
          <Text>The file has {counted(given.total, 'row')} below its headings.</Text>
        ) : (
          <ImportReport given={given} />
        )}
        {isMappable && !isDraft && (
          <Button
            variant="default"
            size="compact-sm"
            mr="auto"
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            Change columns
          </Button>
        )}
        {isMappable && (isDraft || isChanging) && (
          <MappingForm
            given={given}
            mapping={mapping}
            settings={settings}
            onMapping={setMapping}
            onSettings={setSettings}
          />
        )}
        {given.areRowsHidden && <Text>{hiddenRows}</Text>}
        {!isDraft && !given.areRowsHidden && <ImportRows given={given} names={namesAt(given.state)} />}
      </Stack>
    </DialogFrame>
  )
}
