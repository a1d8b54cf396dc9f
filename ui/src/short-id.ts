const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** A name or an address as people read it: of a channel's own ID, which tells them nothing, only the beginning. */
export const shortId = (text: string): string => (uuid.test(text) ? `ID ${text.slice(0, 8)}…` : text)
