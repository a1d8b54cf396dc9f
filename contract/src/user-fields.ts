/** What a person types about a user: name, mail address and telephone number. */
import { z } from 'zod'
import { text } from './text.ts'

/** An address is at most as long as a sign-in name: 128 characters, in Cognito's protocol. */
export const userLimits = { name: 100, email: 128, phone: 250, memberships: 1000 } as const

/** Source: docs/rules/texts.md. */
export const emailText = 'Please make sure your email is valid.'
/** Source: docs/rules/texts.md. */
export const phoneText = 'The phone number is not in a correct format'

const emailForm = /^[^\s@<>"',;:()[\]\\]+@[^\s@<>"',;:()[\]\\.]+(\.[^\s@<>"',;:()[\]\\.]+)+$/

/** A mail address as a person types it; spellings that differ only in case are the same. */
export const UserEmail = text({ max: userLimits.email, min: 1 }).refine((value) => emailForm.test(value), {
  message: emailText,
})

/** A telephone number as a person types it; the server reads it for the organization's country. Blank means none. */
export const PhoneNumber = z
  .string()
  .max(userLimits.phone, phoneText)
  .refine((value) => value.trim() === '' || /\d.*\d/.test(value), { message: phoneText })
export const PersonName = text({ max: userLimits.name, min: 1 })
