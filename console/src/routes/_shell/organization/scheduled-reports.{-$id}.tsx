import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { nounLoader } from '#editor/noun-loader.ts'
import { NounScreen } from '#editor/NounScreen.tsx'
import { listAddress } from '#lists/list-address.ts'
import { ListScreen } from '#lists/ListScreen.tsx'
import { blankReport, reportEditor } from '#screens/report-schedules/report-editor.tsx'
import { readNewReport } from '#screens/report-schedules/schedule-words.ts'
import { scheduledReportsList } from '#screens/report-schedules/scheduled-reports.tsx'

export const Route = createFileRoute('/_shell/organization/scheduled-reports/{-$id}')({
  ...listAddress,
  loader: nounLoader(scheduledReportsList, reportEditor),
  component: ScheduledReports,
})

/** A new one begins with what Key Metrics showed. */
function ScheduledReports() {
  const { hash } = useLocation()
  const editor = useMemo(
    () => ({ ...reportEditor, blank: { ...blankReport, ...readNewReport(hash) } }),
    [hash],
  )
  return (
    <NounScreen editor={editor}>
      <ListScreen list={scheduledReportsList} />
    </NounScreen>
  )
}
