/** The program of the thread that makes the files of reports: a second of arithmetic for a long one, which must not delay other calls. */
import { parentPort } from 'node:worker_threads'
import { reportPdf } from '@verbatim/documents/report/report-pdf.ts'
import { reportWorkbook } from '@verbatim/documents/report/report-workbook.ts'
import type { DrawnReport } from './files.ts'

const bytesOf = async ({ report, format }: DrawnReport): Promise<Uint8Array> =>
  format === 'pdf' ? reportPdf(report) : Buffer.concat(await Array.fromAsync(reportWorkbook(report)))

parentPort?.on('message', (task: DrawnReport) => {
  void bytesOf(task).then((bytes) => parentPort?.postMessage(bytes))
})
parentPort?.postMessage('ready')
