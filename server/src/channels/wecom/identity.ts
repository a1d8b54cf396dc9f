import type { Identity } from '#kernel/captured-event.ts'

/**
 * Who is behind an id: an employee by the name that the administrators of the corporation chose, a customer, or a robot. WeCom
 * writes an id always the same way, so it stays as written.
 */
export function identify(id: string): Identity {
  const value = id.trim()
  if (!/^[\w.@-]{1,64}$/.test(value)) return { kind: 'unknown', value }
  if (isRobot(value)) return { kind: 'wecom-robot', value }
  return { kind: isOutside(value) ? 'wecom-external' : 'wecom-user', value }
}

/** Whether an id is a customer's, whom WeCom itself named: of WeChat (`wm`) or of another corporation (`wo`). */
export const isOutside = (id: string) => /^w[mo][\w-]{20,}$/.test(id)

/** Whether it is a robot's. */
export const isRobot = (id: string) => /^wb[\w-]{20,}$/.test(id)
