/** Which attachment a part of evidence is about, and whether it is its name or its text. */
interface AttachmentPart {
  readonly ordinal: number
  readonly of: 'name' | 'text'
}

/** `attachment:2` is the name of the third attachment, `attachment-text:2` its text. */
export function attachmentPartOf(part: string): AttachmentPart | undefined {
  const found = /^(?:not-evaluated:)?attachment(-text)?:(\d{1,5})$/.exec(part)
  return found ? { ordinal: Number(found[2]), of: found[1] ? 'text' : 'name' } : undefined
}

/** The part for evidence in the text of an attachment. */
export const attachmentTextPart = (ordinal: number) => `attachment-text:${ordinal}`

/** The part for evidence in another text of a mail, by the index of that text. */
export const otherTextPart = (index: number) => `other-text:${index}`

/** The index of the other text in a part of evidence; undefined if the evidence is elsewhere. */
export function otherTextOf(part: string): number | undefined {
  const found = /^other-text:(\d{1,5})$/.exec(part)
  return found ? Number(found[1]) : undefined
}

/** Used if a rule could not be evaluated in the message or in one part of it, so that a person reviews it. */
export const notEvaluatedPart = (part?: string) => (part ? `not-evaluated:${part}` : 'not-evaluated')

export const isNotEvaluated = (part: string) => part.startsWith('not-evaluated')
