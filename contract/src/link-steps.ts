/** What the owner of an account does now, so that it is linked. */
import { z } from 'zod'

/** `qr`: scan it in the app; `code`: type it there; `open`: follow the link; `form`: enter what is asked for here. */
export const linkStepKinds = ['qr', 'code', 'open', 'form'] as const

export const LinkStep = z.object({
  kind: z.enum(linkStepKinds),
  value: z.string(),
  /** Another one follows then. */
  expiresAt: z.iso.datetime().optional(),
  /** What a form asks for. */
  fields: z
    .array(
      z.object({ name: z.string(), label: z.string(), hint: z.string().optional(), isSecret: z.boolean() }),
    )
    .optional(),
})
export type LinkStep = z.infer<typeof LinkStep>
