import { type Attachment, getAttachment } from '@verbatim/contract/attachments.ts'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { useToast } from '@verbatim/ui/Toasts.tsx'
import { saveFile } from '@verbatim/client/save-file.ts'
import { useFailureToast } from '#failures/failure-toast.ts'
import { useApi } from '#shell/use-app-context.ts'

/** Saves an attachment's bytes as they were captured. */
export function useAttachmentDownload(): (message: ThreadMessage, attachment: Attachment) => void {
  const api = useApi()
  const toast = useToast()
  const tellFailure = useFailureToast()
  return ({ id: messageId }, { id: attachmentId, name }) => {
    api(getAttachment, { params: { messageId, attachmentId } })
      .then(async (download) => {
        saveFile(name, await download.read())
        toast({ tone: 'done', title: 'Attachment saved', message: name })
      })
      .catch((error: unknown) => {
        tellFailure(`“${name}” could not be saved`, error)
      })
  }
}
