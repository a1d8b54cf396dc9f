/**
 * The steps of a sent message's delivery. Providers report steps late, twice and in any order, so the state is the highest
 * step reported: the same reports give the same state in any order. A failure counts only before delivery: a later report of
 * delivery wins. Source: docs/rules/channels.md.
 */
const ladder = [
  'accepted',
  'scheduled',
  'queued',
  'receiving',
  'sending',
  'sent',
  'canceled',
  'undelivered',
  'failed',
  'partially_delivered',
  'received',
  'delivered',
  'read',
  'viewed',
  'played',
]

const heights: ReadonlyMap<string, number> = new Map(ladder.map((state, height) => [state, height]))

/** The rank of a state; -1 for an unknown word, which is stored in the history and changes nothing. */
export function deliveryHeight(state: string): number {
  return heights.get(state) ?? -1
}

/** The state after one more report: never lower than before. */
export function climb(current: string | undefined, reported: string): string | undefined {
  const from = current === undefined ? -1 : deliveryHeight(current)
  return deliveryHeight(reported) > from ? reported : current
}
