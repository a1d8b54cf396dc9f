/** What the owner of an account does now, so that it is linked. */
import { z } from 'zod'

/** `qr`: scan it in the app; `code`: type it there; `open`: follow the link. */
export const linkStepKinds = ['qr', 'code', 'open'] as const

export const LinkStep = z.object({
  kind: z.enum(linkStepKinds),
  value: z.string(),
  /** Another one follows then. */
  expiresAt: z.iso.datetime().optional(),
})
export type LinkStep = z.infer<typeof LinkStep>
