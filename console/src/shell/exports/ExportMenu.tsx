import { Button } from '@mantine/core'
import { exportFormats } from '@verbatim/contract/exports.ts'
import { DropMenu } from '@verbatim/ui/DropMenu.tsx'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { type StartExport, useStartExport } from './mutations.ts'

interface ExportMenuProps {
  /** What is exported: "Messages". */
  title: string
  start: StartExport
  /** Nothing matches: there would be no rows. */
  isEmpty: boolean
}

const formats = {
  csv: { label: 'CSV', icon: IconFileTypeCsv },
  xlsx: { label: 'Excel (XLSX)', icon: IconFileSpreadsheet },
} as const

/** Everything that the list's question answers, as a file. */
export function ExportMenu({ title, start, isEmpty }: ExportMenuProps) {
  const { mutate, isPending } = useStartExport(title, start)
  return (
    <DropMenu
      target={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isPending}
          disabled={isEmpty}
          title={isEmpty ? 'There is nothing to export' : undefined}
        >
          Export
        </Button>
      }
      parts={[
        { acts: exportFormats.map((format) => ({ ...formats[format], onClick: () => mutate(format) })) },
      ]}
    />
  )
}
