/** A channel's own ID: long, without a space, an @ or a +, and with digits. */
const opaque = /^(?=(?:\D*\d){4})[\w-]{24,}$/

/** A name or an address as people read it: of a channel's own ID, which tells them nothing, only the beginning. */
export const shortId = (text: string): string => (opaque.test(text) ? `ID ${text.slice(0, 8)}…` : text)
