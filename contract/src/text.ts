import { z } from 'zod'

/** A required field contains nothing visible. Source: docs/rules/texts.md. */
export const emptyText = 'Field cannot be empty.'

/** A required field that is chosen, or a cell of a file, or a field of a call, is missing. Source: docs/rules/texts.md. */
export const requiredText = (label: string) => `${label} is required`

/** An address that is none of the web. Source: docs/rules/texts.md. */
export const urlText = 'Please make sure your URL is valid.'

/** How a number is read that does not begin with the code of a country. */
export const nationalNumberText =
  'A number without a plus sign is read as a number in your organization’s country.'

/** Whether the database can hold it: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
const unstorable = { message: 'The text contains a character that is not allowed.' }

/** Text that is kept or compared as it came. */
export const exactText = ({ max, min = 0 }: { max: number; min?: 0 | 1 }) =>
  z.string().min(min).max(max).refine(isStorable, unstorable)

const unseen = /^[\s\u200B-\u200F\u2028\u2029\u2060\u2800\u3164\uFEFF]*$/u

/**
 * Text that a person typed: trimmed, at most `max` UTF-16 units, without NUL and lone surrogates,
 * which PostgreSQL cannot store. `min: 1` refuses invisible text (blank, zero-width).
 */
export function text({ max, min = 0, empty = emptyText }: { max: number; min?: 0 | 1; empty?: string }) {
  return z
    .string()
    .transform((value) => value.trim())
    .refine((value) => min === 0 || !unseen.test(value), { message: empty })
    .refine((value) => value.length <= max, {
      error: (issue) =>
        `At most ${max} characters are allowed. This text has ${String(issue.input).length - max} too many.`,
    })
    .refine(isStorable, unstorable)
}

/** The key under which names are unique: names that look the same are the same. */
export function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim()
}
