import { notFoundFailures } from './errors/not-found.ts'
import { requestFailures } from './errors/request.ts'
import { signInFailures } from './errors/sign-in.ts'
import { ofNouns } from './nouns.ts'

/**
 * The failures that an interface can find without an answer of ours, as when the server is unreachable: it has their sentences from
 * the start. All others come with their sentence in an answer, so the first load is without them.
 */
export const ownFailures = {
  ...requestFailures,
  ...signInFailures,
  ...notFoundFailures,
  ...ofNouns('failures'),
} as const satisfies Record<string, { status: number; message: string }>

export type OwnFailureCode = keyof typeof ownFailures
