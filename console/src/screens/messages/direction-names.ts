import type { Direction } from '@verbatim/contract/messages.ts'

/** What people call the ways a message can go. */
export const directionNames: Record<Direction, string> = {
  inbound: 'Received',
  outbound: 'Sent',
  internal: 'Internal',
  unknown: 'Unknown',
}
