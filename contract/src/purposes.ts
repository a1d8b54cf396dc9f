import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { keysOf } from './keys-of.ts'
import { requiredText, text } from './text.ts'

/** Why a person reads messages without an event. Source: docs/rules/purpose.md. */
export const purposeNames = {
  supervision: 'Routine supervision',
  investigation: 'Internal investigation',
  complaint: 'Client complaint',
  regulator: 'Request by a regulator or court',
  'data-request': 'Data subject request',
  other: 'Other',
}
export const purposeKinds = keysOf(purposeNames)
export const PurposeKind = z.enum(purposeKinds)
export type PurposeKind = z.infer<typeof PurposeKind>

export const purposeLimits = { reference: 200, minutes: 60 } as const

/** A purpose that a reader stated, and how long it is valid. */
export const Purpose = z.object({
  kind: PurposeKind,
  /** A case number or a few words. */
  reference: z.string(),
  until: z.iso.datetime(),
})
export type Purpose = z.infer<typeof Purpose>

/** A purpose in words: "Client complaint: C-2041". */
export const purposeText = ({ kind, reference }: Pick<Purpose, 'kind' | 'reference'>) =>
  reference === '' ? purposeNames[kind] : `${purposeNames[kind]}: ${reference}`

export const PurposeState = z.object({
  /** Whether the organization requires one. */
  isRequired: z.boolean(),
  /** The caller's current purpose. */
  current: Purpose.optional(),
})
export type PurposeState = z.infer<typeof PurposeState>

export const getPurpose = endpoint({
  method: 'GET',
  path: '/bff/api/v1/purpose',
  response: PurposeState,
  access: 'messages.view',
})

/** Supervision needs no reference; other purposes need one. */
export const StatedPurpose = z
  .strictObject({ kind: PurposeKind, reference: text({ max: purposeLimits.reference }).default('') })
  .refine(({ kind, reference }) => kind === 'supervision' || reference !== '', {
    message: requiredText('Reference'),
    path: ['reference'],
  })
export type StatedPurpose = z.infer<typeof StatedPurpose>

/** Valid for an hour from now. */
export const statePurpose = endpoint({
  method: 'POST',
  path: '/bff/api/v1/purpose',
  body: StatedPurpose,
  response: PurposeState,
  access: 'messages.view',
})
