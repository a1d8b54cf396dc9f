/** A worker's turns for one tenant, kind by kind, with a place to stop while it holds something and has not reported on it. */
import type { TenantId } from '@verbatim/contract/ids.ts'
import { findConnector } from '#channels/registry.ts'
import { ingest } from '#flows/capture/ingest.ts'
import { runExports } from '#flows/make-exports/run-exports.ts'
import { runImports } from '#flows/run-imports/run-imports.ts'
import { sendMails } from '#flows/send-mail/send-mails.ts'
import { fetchDueMedia } from '#flows/fetch-media/fetch-media.ts'
import { readAttachments } from '#flows/read-attachments/read-attachments.ts'
import { readFile } from '@verbatim/documents/text/read-file.ts'
import { openMailSender } from '#platform/mail-sender.ts'
import type { Context } from '#context.ts'

/** The kinds of work that are leased, or read before they are taken. */
export const works = ['backlog', 'media', 'reading', 'exports', 'mail', 'imports'] as const
export type WorkOfTurn = (typeof works)[number]

/** Waits at the place. An import has no such place; only stopping the process pauses it. */
interface Places {
  readonly reached: (work: WorkOfTurn) => Promise<void>
  readonly importTaken: () => void
}
const nowhere: Places = { reached: () => Promise.resolve(), importTaken() {} }

/** One turn of one kind of work. @returns How many pieces of work it did. */
async function takeTurn(
  ctx: Context,
  tenantId: TenantId,
  work: WorkOfTurn,
  { reached, importTaken }: Places = nowhere,
): Promise<number> {
  const { blobs, exportFiles, config, now } = ctx
  const put = (...given: Parameters<typeof blobs.put>) => blobs.put(...given)
  const write = (...given: Parameters<typeof exportFiles.write>) => exportFiles.write(...given)
  const first = <A extends unknown[], R>(act: (...args: A) => Promise<R>) => {
    return async (...args: A) => {
      await reached(work)
      return act(...args)
    }
  }
  switch (work) {
    case 'backlog': {
      // Files of messages are stored before the messages are.
      const files = { ...blobs, put: first(put) }
      return ingest({ ...ctx, blobs: files, readers: { find: findConnector } }, tenantId)
    }
    case 'media':
      return fetchDueMedia({ ...ctx, blobs: { ...blobs, put: first(put) } }, tenantId)
    case 'reading':
      return readAttachments(
        { ...ctx, fileReader: { read: (_, open) => open().then(first(readFile)) } },
        tenantId,
      )
    case 'exports':
      return runExports({ ...ctx, exportFiles: { ...exportFiles, write: first(write) } }, tenantId)
    case 'imports': {
      // An import reads the time when it is taken and at each batch.
      let asked = 0
      const counted = () => {
        if ((asked += 1) === 2) importTaken()
        return now()
      }
      return runImports({ ...ctx, now: counted }, tenantId)
    }
    case 'mail': {
      if (!config.SMTP_URL) return 0
      const sender = openMailSender(config.SMTP_URL)
      const send = first(sender.send)
      return sendMails({ ...ctx, mailFrom: config.MAIL_FROM }, { ...sender, send }, tenantId).finally(() =>
        sender.close(),
      )
    }
  }
}

/** Takes turns of one kind until none is due. */
export async function workOff(
  ctx: Context,
  tenantId: TenantId,
  work: WorkOfTurn,
  places?: Places,
): Promise<void> {
  while ((await takeTurn(ctx, tenantId, work, places)) > 0);
}
