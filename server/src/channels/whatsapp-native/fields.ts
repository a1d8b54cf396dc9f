/**
 * Reading JSON of which nothing is certain: WhatsApp adds fields and kinds at any time, and people may send anything. A value of
 * another type than expected counts as missing, so that it never costs us the rest of its message.
 */
import { dateOf } from '#channels/date-of.ts'

export type Fields = Readonly<Record<string, unknown>>

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A text that is not empty. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Whole numbers of 64 bits come as a number, as text, or as two halves. */
export function numberOf(value: unknown): number | undefined {
  const halves = fieldsOf(value)
  const number = halves
    ? Number(halves['high'] ?? Number.NaN) * 2 ** 32 + (Number(halves['low'] ?? Number.NaN) >>> 0)
    : typeof value === 'string' && value !== ''
      ? Number(value)
      : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** Bytes as `batch.ts` writes them. */
export function bytesOf(value: unknown): Uint8Array | undefined {
  const fields = fieldsOf(value)
  const data = fields?.['type'] === 'Buffer' ? fields['data'] : undefined
  return typeof data === 'string' ? Buffer.from(data, 'base64') : undefined
}

export const dateOfSeconds = (value: unknown) => dateOf((numberOf(value) ?? 0) * 1_000)

/** The value without any bytes: pictures in small, and the keys of files, which no one may see. */
export function withoutBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutBytes)
  const fields = fieldsOf(value)
  if (!fields) return value
  const entries = Object.entries(fields).filter(([, one]) => bytesOf(one) === undefined)
  return Object.fromEntries(entries.map(([name, one]) => [name, withoutBytes(one)]))
}
