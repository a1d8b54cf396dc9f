/**
 * Loaded before a node's own program: its clock is ahead by the milliseconds in the file that FAULTS_CLOCK names, as if its
 * machine's clock were changed while it runs. Timers are not affected.
 */
import { readFileSync } from 'node:fs'

const path = process.env['FAULTS_CLOCK'] ?? ''
const RealDate = Date
let aheadMs = 0
let lookedAt = -Infinity

function look(): number {
  const at = performance.now()
  if (at - lookedAt > 50) {
    lookedAt = at
    try {
      aheadMs = Number(readFileSync(path, 'utf8')) || 0
    } catch {
      aheadMs = 0 // no offset is set
    }
  }
  return aheadMs
}

// Its dates remain `Date` objects for all code, and so do dates from other threads.
globalThis.Date = new Proxy(RealDate, {
  construct: (real, given, asked) =>
    Reflect.construct(real, given.length === 0 ? [real.now() + look()] : given, asked) as Date,
  get: (real, name) => (name === 'now' ? () => real.now() + look() : (Reflect.get(real, name) as unknown)),
})
