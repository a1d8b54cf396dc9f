import { z } from 'zod'
import { AttachmentId, EvidenceId, MessageId, RuleId } from './ids.ts'

/** One place where a rule matched, in one revision of one message. */
export const Evidence = z.object({
  id: EvidenceId,
  messageId: MessageId,
  revision: z.int(),
  ruleId: RuleId,
  ruleName: z.string(),
  /**
   * `text`, `subject`, `other-text:<index>` for another text of a message, `attachment:<ordinal>` for the name of a file,
   * `attachment-text:<ordinal>` for its text, or `not-evaluated`, followed by `:` and a part if it is not the message's own
   * text. Source: evidence-part.ts.
   */
  part: z.string(),
  /** UTF-16 offsets into the text of that revision, or into the subject; end exclusive. */
  start: z.int(),
  end: z.int(),
  /** The matched characters; empty for the text of attachments if the reader may not open them. */
  text: z.string(),
  /** Present if the evidence is about an attachment. */
  attachment: z.object({ id: AttachmentId, name: z.string() }).optional(),
  /** The line of the attachment or other text around it, with its place in the line. */
  excerpt: z.object({ text: z.string(), start: z.int(), end: z.int() }).optional(),
})
export type Evidence = z.infer<typeof Evidence>

/** A place in a message's texts that is evidence of any event. Offsets as those of `Evidence`. */
export const TextEvidence = Evidence.pick({ messageId: true, revision: true, start: true, end: true }).extend(
  {
    /** `attachment`: offsets into the text of `attachmentId`. */
    part: z.enum(['text', 'subject', 'other', 'attachment']),
    attachmentId: AttachmentId.optional(),
    /** For `other`: its index among the message's `others`. */
    other: z.int().optional(),
  },
)
export type TextEvidence = z.infer<typeof TextEvidence>
