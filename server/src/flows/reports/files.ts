import type { FigureFileFormat } from '@verbatim/contract/metrics.ts'
import type { ReportFormat } from '@verbatim/contract/report-schedules.ts'
import type { Report } from '@verbatim/documents/report/report.ts'
import { contentTypes } from '@verbatim/documents/tables/table-file.ts'
import type { MailFile } from '#domains/mail/commands.ts'
import type { FoundReport } from './report.ts'

/** The files of a report, in the formats that its schedule names. */
export function makeFiles(found: FoundReport, format: ReportFormat): Promise<MailFile[]> {
  const formats = format === 'both' ? (['pdf', 'xlsx'] as const) : [format]
  return Promise.all(formats.map((one) => makeFile(found, one)))
}

export async function makeFile(
  { fileName, report }: Pick<FoundReport, 'fileName' | 'report'>,
  format: FigureFileFormat,
): Promise<MailFile> {
  return {
    name: `${fileName}.${format}`,
    contentType: format === 'pdf' ? 'application/pdf' : contentTypes.xlsx,
    bytes: await bytesOf(report, format),
  }
}

/** The libraries of PDFs are large, so they are loaded with the first report. */
async function bytesOf(report: Report, format: FigureFileFormat): Promise<Buffer> {
  if (format === 'pdf') {
    const { reportPdf } = await import('@verbatim/documents/report/report-pdf.ts')
    return reportPdf(report)
  }
  const { reportWorkbook } = await import('@verbatim/documents/report/report-workbook.ts')
  const chunks: Uint8Array[] = []
  for await (const chunk of reportWorkbook(report)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
