/**
 * `disconnected`: nothing could arrive. `behind`: what arrived was captured late. `silent`: nothing arrived for longer than usual. `canary`: a test message did not arrive.
 * `unstored`: what had arrived could not be kept, and the provider does not give it again. `missing`: messages did not come, of which
 * changes or receipts did. `undelivered`: the provider did not deliver messages, and they were fetched from its list. `undecrypted`: messages
 * came that could not be decrypted yet.
 */
export const gapKinds = [
  'disconnected',
  'behind',
  'silent',
  'canary',
  'unstored',
  'missing',
  'undelivered',
  'undecrypted',
] as const
export type GapKind = (typeof gapKinds)[number]
