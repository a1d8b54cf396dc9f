import { asFailure, Failure } from '@verbatim/client/failure.ts'
import type { Attachment } from '@verbatim/contract/attachments.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { getMessengerAttachment } from '@verbatim/contract/messenger.ts'
import { saveFile } from '@verbatim/client/save-file.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { useVisit } from '#shell/use-visit.ts'

/** Saves an attachment's bytes as they were captured. */
export function useAttachmentDownload(): (message: ThreadMessage, attachment: Attachment) => void {
  const { app } = useVisit()
  const toast = useToast()
  const fetchAndSave = async ({ id: messageId }: ThreadMessage, { id: attachmentId, name }: Attachment) => {
    if (!app) throw new Failure('network')
    const download = await app.api(getMessengerAttachment, { params: { messageId, attachmentId } })
    saveFile(name, await download.read())
  }
  return (message, attachment) => {
    fetchAndSave(message, attachment).catch((error: unknown) => {
      const title = `“${attachment.name}” could not be saved`
      toast({ tone: 'failed', title, message: asFailure(error).message })
    })
  }
}
