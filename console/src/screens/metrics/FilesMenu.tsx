import { Button, Loader, Menu } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypePdf, IconPrinter, IconX } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '@verbatim/client/save-file.ts'
import { getInsightFile } from '@verbatim/contract/insights.ts'
import { metricTabDefinitions } from '@verbatim/contract/metric-tabs.ts'
import { type FigureFileFormat, figureFileFormats, metricFileCalls } from '@verbatim/contract/metrics.ts'
import type { ReportSubject } from '@verbatim/contract/report-schedules.ts'
import { usePanel } from '@verbatim/ui/use-panel.ts'
import { useRef } from 'react'
import { FormatItems } from '#exports/FormatItems.tsx'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'
import { periodQuery } from './metric-period.ts'

const formats = {
  pdf: { label: 'Download PDF', icon: IconFileTypePdf },
  xlsx: { label: 'Download Excel', icon: IconFileSpreadsheet },
} as const

interface FilesMenuProps {
  subject: ReportSubject
  period: string
}

/** To print the page, or to have its figures as a file. A file that is still being made can be cancelled. */
export function FilesMenu({ subject, period }: FilesMenuProps) {
  const { button, props, fading } = usePanel()
  const { mutate, isPending, cancel } = useFigureFile(subject, period)
  return (
    <Menu {...props} position="bottom-end">
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          leftSection={isPending ? <Loader size={14} /> : <IconPrinter size={16} aria-hidden />}
        >
          {isPending ? 'The file is being created' : 'Print or download'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown {...fading}>
        {isPending ? (
          <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={cancel}>
            Cancel
          </Menu.Item>
        ) : (
          <>
            <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
              Print this page
            </Menu.Item>
            <FormatItems formats={figureFileFormats} looks={formats} onChoose={mutate} />
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Has the figures of a period made into a file, which the browser saves. */
function useFigureFile(subject: ReportSubject, period: string) {
  const api = useApi()
  const tellFailure = useFailureToast()
  const running = useRef<AbortController>(undefined)
  const { mutate, isPending } = useMutation({
    mutationFn: async (format: FigureFileFormat) => {
      running.current = new AbortController()
      const { signal } = running.current
      const query = { ...periodQuery(period), format }
      const made =
        subject.kind === 'insight'
          ? await api(getInsightFile, { params: { id: subject.insightId }, query }, signal)
          : await api(metricFileCalls[subject.tab], { query }, signal)
      saveFile(made.fileName, await made.read())
    },
    onError: (error) => {
      if (running.current?.signal.aborted) return
      const name = subject.kind === 'insight' ? 'The insight' : metricTabDefinitions[subject.tab].name
      tellFailure(`${name} was not downloaded`, error)
    },
  })
  return { mutate, isPending, cancel: () => running.current?.abort() }
}
