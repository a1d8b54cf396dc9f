import {
  type CountryCode,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'
import type { Identity } from '#kernel/captured-event.ts'

/** What we read from a phone number as written by a person. */
interface PhoneCheck {
  /** The spec's rule: of a possible length for its country, 2 to 17 national digits, at most 250 characters. */
  readonly possible: boolean
  readonly valid: boolean
  readonly lengthError?: 'NOT_A_NUMBER' | 'INVALID_COUNTRY' | 'TOO_SHORT' | 'TOO_LONG' | 'INVALID_LENGTH'
  readonly e164?: string
  readonly country?: string
  readonly extension?: string
}

/**
 * `written` as a telephone number. Numbers without a plus sign are read as numbers of `defaultCountry`. Never throws: a text
 * that cannot be read is not a possible number. Source: docs/rules/limits.md.
 */
export function checkPhone(written: string, defaultCountry?: string): PhoneCheck {
  const country = defaultCountry as CountryCode | undefined
  const lengthError = validatePhoneNumberLength(written, country)
  const number = parsePhoneNumberFromString(written, country)
  return {
    possible: lengthError === undefined && number !== undefined && number.isPossible(),
    valid: lengthError === undefined && number !== undefined && number.isValid(),
    ...(lengthError && { lengthError }),
    ...(number && { e164: number.number }),
    ...(number?.country && { country: number.country }),
    ...(number?.ext && { extension: number.ext }),
  }
}

/**
 * The person behind an address of a phone channel, in the normal form that identifies people. Short codes and names of
 * senders are never forced into E.164; a number that no country has keeps its digits, so two spellings of it are still one
 * person.
 */
export function phoneIdentity(address: string, defaultCountry?: string): Identity {
  const bare = address.trim()
  const dialled = bare.replace(/[\s\-().\u00a0\u2010-\u2015\u202a-\u202e]/g, '')
  if (/^\d{3,8}$/.test(dialled)) return { kind: 'shortcode', value: dialled }
  if (/^\+?\d/.test(dialled)) {
    const number = parsePhoneNumberFromString(bare, defaultCountry as CountryCode | undefined)
    if (number?.isPossible()) return { kind: 'phone', value: number.number }
    if (/^\+\d+$/.test(dialled)) return { kind: 'phone', value: dialled }
  }
  if (bare === '') return { kind: 'unknown', value: '' }
  return { kind: /^\d+$/.test(dialled) ? 'unknown' : 'alphanumeric', value: bare }
}
