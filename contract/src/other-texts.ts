import { z } from 'zod'
import { keysOf } from './keys-of.ts'
import { TextRange } from './text-range.ts'

/**
 * The further texts of a message besides the shown one: in a mail, those that some readers see. Each is the end of the sentence "This
 * email also contains", or "This message also contains".
 */
export const otherTextNames = {
  /** The alternative that is not shown, if it differs. */
  plain: 'a different plain text',
  html: 'a different formatted text',
  /** Hidden by its markup, or shown instead of an image. */
  hidden: 'hidden text or descriptions of images',
  /** Before the first of its parts, after the last, or between its headers. */
  outside: 'text outside its parts',
  /** A further part that is shown with it: a calendar, a forwarded mail. */
  inline: 'a further text or email',
  /** The same bytes in another charset. */
  reading: 'its text in another character set',
  /** Lines of a journal report that are not among its known fields. */
  report: 'lines of its journal report',
  /** Content that is not text, as people wrote or chose it. */
  content: 'words in a poll, list, form or quotation',
  /** The same, of content that names people or leads elsewhere. */
  card: 'words in a card, link or preview',
}
export const OtherTextKind = z.enum(keysOf(otherTextNames))
export type OtherTextKind = z.infer<typeof OtherTextKind>

export const OtherText = z.object({
  kind: OtherTextKind,
  text: z.string(),
  /** The matches of the search, as offsets into `text`. */
  highlights: z.array(TextRange),
})
export type OtherText = z.infer<typeof OtherText>
