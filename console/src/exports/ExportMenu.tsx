import { Button, Menu } from '@mantine/core'
import { exportFormats } from '@verbatim/contract/export-request.ts'
import { usePanel } from '@verbatim/ui/use-panel.ts'
import { IconDownload, IconFileSpreadsheet, IconFileTypeCsv } from '@tabler/icons-react'
import { usePageAct } from '#shell/page-acts.tsx'
import { FormatItems } from './FormatItems.tsx'
import { type StartExport, useStartExport } from './mutations.ts'

interface ExportMenuProps {
  /** The name of the rows: "Messages". */
  title: string
  start: StartExport
  /** Whether nothing matches, so the file would have no rows. */
  isEmpty: boolean
  /** What the button says, if it does not export the rows that are shown. */
  label?: string
  /** What the command palette calls it. */
  act?: string
  /** Called once the server has taken the request. */
  onStarted?: () => void
}

const formats = {
  csv: { label: 'CSV', icon: IconFileTypeCsv },
  xlsx: { label: 'Excel (XLSX)', icon: IconFileSpreadsheet },
} as const

/** Exports all rows that match the list's question. */
export function ExportMenu({
  title,
  start,
  isEmpty,
  label = 'Export',
  act = 'Export this list',
  onStarted,
}: ExportMenuProps) {
  const { button, open, props, fading } = usePanel()
  const { mutate, isPending } = useStartExport(title, start, onStarted)
  usePageAct(act, !isEmpty, open)
  return (
    <Menu {...props} position="bottom-end">
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isPending}
          disabled={isEmpty}
          title={isEmpty ? 'There is nothing to export' : undefined}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown {...fading}>
        <FormatItems formats={exportFormats} looks={formats} onChoose={mutate} />
      </Menu.Dropdown>
    </Menu>
  )
}
