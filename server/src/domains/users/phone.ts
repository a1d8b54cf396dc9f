import { Failure } from '#kernel/failure.ts'
import { checkPhone } from '#kernel/phone.ts'

/** A person's number in normal form, read as a number of the organization's country. Blank means none. */
export function readPhone(written: string, country: string): string | undefined {
  const text = written.trim()
  if (text === '') return undefined
  const { possible, e164 } = checkPhone(text, country)
  // Spreadsheets remove the plus sign, so a number that is not valid in this country may belong to another.
  const other = possible || !/^\d{8,15}$/.test(text) ? undefined : checkPhone(`+${text}`)
  if (possible && e164) return e164
  return other?.possible ? other.e164 : undefined
}

/** @throws Failure `user.bad-phone` */
export function requirePhone(written: string | undefined, country: string): string | undefined {
  if (written === undefined || written.trim() === '') return undefined
  const phone = readPhone(written, country)
  if (phone === undefined) throw new Failure('user.bad-phone', { field: 'phoneNumber' })
  return phone
}
