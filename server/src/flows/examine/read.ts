import { analyse } from '#domains/analysis/analyse.ts'
import type { Side } from '#domains/analysis/category.ts'
import type { Read, Reading } from '#domains/messages/facts.ts'
import { toSearchVector } from '#kernel/search/vector.ts'

/** What is derived from a text the moment it is captured: category, urgency, and the words it is found by. */
function readText(subject: string | undefined, body: string | null, side: Side): Reading {
  const text = subject === undefined ? (body ?? '') : `${subject}\n${body ?? ''}`
  const { category, urgency } = analyse(text, side)
  const { vector, partly } = toSearchVector(body, subject)
  return { category, urgency, vector, partly }
}

/** Reads texts, each once. For as long as a batch lives. */
export function openReadings(): Read {
  const own = openSide('own')
  const other = openSide('other')
  return (subject, body, direction) =>
    (direction === 'outbound' || direction === 'internal' ? own : other)(subject, body)
}

function openSide(side: Side) {
  const bySubject = new Map<string | undefined, Map<string | null, Reading>>()
  return (subject: string | undefined, body: string | null): Reading => {
    const known = bySubject.get(subject) ?? new Map<string | null, Reading>()
    bySubject.set(subject, known)
    const reading = known.get(body) ?? readText(subject, body, side)
    known.set(body, reading)
    return reading
  }
}
