import type { Direction } from '@verbatim/contract/messages.ts'

/** The names of a message's directions. */
export const directionNames: Record<Direction, string> = {
  inbound: 'Received',
  outbound: 'Sent',
  internal: 'Internal',
  unknown: 'Unknown',
}
