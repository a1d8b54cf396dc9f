import { analyse } from '#domains/analysis/analyse.ts'
import type { Read, Reading } from '#domains/messages/facts.ts'
import { toSearchVector } from '#kernel/search/vector.ts'

/** What is derived from a text the moment it is captured: category, urgency, and the words it is found by. */
function readText(subject: string | undefined, body: string | null): Reading {
  const text = subject === undefined ? (body ?? '') : `${subject}\n${body ?? ''}`
  const { category, urgency } = analyse(text)
  const { vector, partly } = toSearchVector(body, subject)
  return { category, urgency, vector, partly }
}

/** Reads texts, each once. For as long as a batch lives. */
export function openReadings(): Read {
  const bySubject = new Map<string | undefined, Map<string | null, Reading>>()
  return (subject, body) => {
    const known = bySubject.get(subject) ?? new Map<string | null, Reading>()
    bySubject.set(subject, known)
    const reading = known.get(body) ?? readText(subject, body)
    known.set(body, reading)
    return reading
  }
}
