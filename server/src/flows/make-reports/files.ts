import type { FigureFileFormat } from '@verbatim/contract/metrics.ts'
import type { ReportFormat } from '@verbatim/contract/report-schedules.ts'
import type { Report } from '@verbatim/documents/report/report.ts'
import { contentTypes } from '@verbatim/documents/tables/table-file.ts'
import type { MailFile } from '#domains/mail/commands.ts'
import { openThreads, ThreadLost } from '#platform/processes/threads.ts'
import type { FoundReport } from './report.ts'

/** What the thread is asked for. */
export interface DrawnReport {
  readonly report: Report
  readonly format: FigureFileFormat
}

/**
 * One file after another is made in a thread: the longest takes a second, in which the API would answer no other call. It starts with the
 * first report, because the libraries of PDFs are large, and does not keep the process.
 */
const drawing = openThreads<DrawnReport, Uint8Array>({
  threads: 1,
  timeoutMs: 30_000,
  memoryMb: 512,
  program: new URL('./draw-thread.ts', import.meta.url),
})

/** The files of a report, in the formats that its schedule names. */
export function makeFiles(found: FoundReport, format: ReportFormat): Promise<MailFile[]> {
  const formats = format === 'both' ? (['pdf', 'xlsx'] as const) : [format]
  return Promise.all(formats.map((one) => makeFile(found, one)))
}

/** @param signal Aborts when the reader no longer waits; its reason is thrown. */
export async function makeFile(
  { fileName, report }: Pick<FoundReport, 'fileName' | 'report'>,
  format: FigureFileFormat,
  signal?: AbortSignal,
): Promise<MailFile> {
  try {
    const bytes = await drawing.ask({ report, format }, signal)
    const contentType = format === 'pdf' ? 'application/pdf' : contentTypes.xlsx
    return { name: `${fileName}.${format}`, contentType, bytes }
  } catch (error) {
    if (error instanceof ThreadLost && error.reason === 'cancelled') throw error.cause
    throw error
  }
}
