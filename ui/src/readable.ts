/** A channel's own ID: long, without a space, an @ or a +, and with digits. */
const opaque = /^(?=(?:\D*\d){4})[\w-]{24,}$/
/** Only the code at the end of a pseudonym distinguishes people. */
const pseudonym = /^Representative (?=[2-9A-Z]{6}$)/

/** A number in E.164: the country's code, and the rest. */
const phone = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d\d)(\d{5,})$/

/** Whether it means nothing to people. */
export const isOpaque = (text: string): boolean => opaque.test(text)

/**
 * A name or an address as people read it: of a channel's own ID, which means nothing to them, only the beginning; of a pseudonym
 * a shorter word, so that its code is in sight; of a phone number the groups of its digits.
 */
export const readable = (text: string): string =>
  isOpaque(text) ? `ID ${text.slice(0, 8)}…` : addressText(text.replace(pseudonym, 'Rep. '))

/** An address in full, to distinguish people: the IDs of one provider begin alike. */
export const addressText = (address: string): string =>
  address.replace(phone, (_, country: string, rest: string) => `+${country} ${inGroups(country, rest)}`)

/** A phone number that was copied from where it is read, as it is stored. */
export const storedText = (text: string): string =>
  /^\+\d[\d ]*$/.test(text.trim()) ? text.replaceAll(' ', '') : text

/** The customs of each country would take a library; groups of three are read everywhere. */
const inGroups = (country: string, digits: string) =>
  country === '1'
    ? digits.replace(/^(...)(...)(?=....$)/, '$1 $2 ')
    : digits.replace(/(?<=..)(?=(?:...)+$)/g, ' ')
