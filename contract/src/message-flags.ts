/** What may be special about a message. Answers hold them as text, because pages of the previous release know fewer. */
export const messageFlags = [
  'autoReply',
  'encrypted',
  'unparsed',
  'partlyParsed',
  'viewOnce',
  'disappearing',
  'missing',
  'contradicted',
  'forwarded',
  'undecrypted',
  'foreignChange',
  'reusedId',
  'late',
  'clockSkew',
  'edited',
] as const
export type MessageFlag = (typeof messageFlags)[number]
