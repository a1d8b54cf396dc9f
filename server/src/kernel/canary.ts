/** The text of a test message, by which it is recognized once it arrives. Source: docs/decisions/0108-test-messages.md. */

/** All start with it. Deliveries with it in their bytes do not count as something that people sent. */
const canaryMark = 'verbatim-test-'

const references = /\bverbatim-test-([0-9a-f]{32})\b/

/** The subject, where there is one. */
export const canarySubject = 'Test message of Verbatim'

/** Fits into one text message. The reference is a line by itself, so that no mail program breaks it. */
export const canaryText = (reference: string) =>
  `Test message of Verbatim: it checks that messages to this account are captured. Please do not answer.\n${canaryMark}${reference}`

/** The reference in a text, if it has one. */
export const canaryReferenceOf = (text: string): string | undefined =>
  text.includes(canaryMark) ? references.exec(text)?.[1] : undefined

/** A test message is small, however it travels. */
const mostBytes = 64 * 1024

/** Whether the bytes of a delivery say that it is a test message. */
export const isCanary = (bytes: Uint8Array): boolean =>
  bytes.length <= mostBytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(canaryMark)
