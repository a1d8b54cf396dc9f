import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { csvFile } from '@verbatim/client/csv-text.ts'
import { saveFile } from '@verbatim/client/save-file.ts'
import { useFailureToast } from '#failures/failure-toast.ts'

/** The rows of a file, its headings first. */
export type ExportedRows = readonly (readonly (string | number | null)[])[]

interface ExportButtonProps {
  title: string
  rows: () => Promise<ExportedRows>
}

/** Saves all rows of a table as CSV, also those of its other pages. */
export function ExportButton({ title, rows }: ExportButtonProps) {
  const showFailure = useFailureToast()
  const { mutate, isPending } = useMutation({
    mutationFn: rows,
    onSuccess: (found) => saveFile(`${title.toLowerCase().replaceAll(' ', '-')}.csv`, csvFile(found)),
    onError: (error) => showFailure(`${title} could not be exported`, error),
  })
  return (
    <Tooltip label="Export CSV">
      <ActionIcon
        size={28}
        aria-label={`Export ${title} as CSV`}
        loading={isPending}
        onClick={() => mutate()}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
