/** Which attachment of its message a part of evidence is about, and whether it is the name or the text inside. */
export interface AttachmentPart {
  readonly ordinal: number
  readonly of: 'name' | 'text'
}

/** `attachment:2` is the name of the third attachment, `attachment-text:2` its text. */
export function attachmentPartOf(part: string): AttachmentPart | undefined {
  const found = /^(?:not-evaluated:)?attachment(-text)?:(\d{1,5})$/.exec(part)
  return found ? { ordinal: Number(found[2]), of: found[1] ? 'text' : 'name' } : undefined
}

/** The part of evidence that lies in the text of an attachment. */
export const attachmentTextPart = (ordinal: number) => `attachment-text:${ordinal}`

/** The part of evidence that lies in another text of a mail, by its place among them. */
export const otherTextPart = (index: number) => `other-text:${index}`

/** The place of the other text that a part of evidence lies in; undefined where it lies elsewhere. */
export function otherTextOf(part: string): number | undefined {
  const found = /^other-text:(\d{1,5})$/.exec(part)
  return found ? Number(found[1]) : undefined
}

/** Entered where a rule could not be evaluated, so that a person looks: in the message, or in one part of it. */
export const notEvaluatedPart = (part?: string) => (part ? `not-evaluated:${part}` : 'not-evaluated')

export const isNotEvaluated = (part: string) => part.startsWith('not-evaluated')
