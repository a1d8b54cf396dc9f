import { asFailure } from '@verbatim/client/failure.ts'
import type { ApprovalCall } from './queries.ts'

/** A change that the server did not make, because a second person approves it. */
export interface Unapproved {
  readonly change: ApprovalCall['change']
  /** What it would do, if that is not plain: a sentence. */
  readonly why?: string
}

/** The outcome of saving, or the question whether to send `change` for approval. */
export async function orApproval<Outcome>(
  saving: Promise<Outcome>,
  change: ApprovalCall['change'],
): Promise<Outcome | { readonly question: Unapproved }> {
  try {
    return await saving
  } catch (error) {
    const { code, details } = asFailure(error)
    if (code !== 'approval.required') throw error
    const why = details['why']
    return { question: { change, ...(typeof why === 'string' && { why }) } }
  }
}
