import type { CognitiveEvent, StatusChange } from '@verbatim/contract/cognitive-events.ts'
import { dispositionNames, statusNames } from '@verbatim/contract/event-status.ts'
import { readable } from '@verbatim/ui/readable.ts'

/** "Resolved as Compliant" */
export function doneWords({ status, disposition }: StatusChange): string {
  return disposition ? `${statusNames[status]} as ${dispositionNames[disposition]}` : statusNames[status]
}

export function subjectOf({ policyName, from }: CognitiveEvent): string {
  return `${policyName} · ${readable(from)}`
}
