import type { Reading } from '#domains/messages/facts.ts'
import { analyse } from '#domains/analysis/analyse.ts'
import { toSearchVector } from '#kernel/search/vector.ts'

/** What is derived from a text the moment it is captured: category, urgency, and the words it is found by. */
export function readText(subject: string | undefined, body: string | null): Reading {
  const text = subject === undefined ? (body ?? '') : `${subject}\n${body ?? ''}`
  const { category, urgency } = analyse(text)
  const { vector, partly } = toSearchVector(body, subject)
  return { category, urgency, vector, partly }
}
