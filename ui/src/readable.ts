/** A channel's own ID: long, without a space, an @ or a +, and with digits. */
const opaque = /^(?=(?:\D*\d){4})[\w-]{24,}$/
/** Only the code at the end of a pseudonym tells one person from another. */
const pseudonym = /^Representative (?=[2-9A-Z]{6}$)/

/** Whether it tells people nothing. */
export const isOpaque = (text: string): boolean => opaque.test(text)

/**
 * A name or an address as people read it: of a channel's own ID, which tells them nothing, only the beginning; of a pseudonym
 * a shorter word, so that its code is in sight.
 */
export const shortId = (text: string): string =>
  isOpaque(text) ? `ID ${text.slice(0, 8)}…` : text.replace(pseudonym, 'Rep. ')
