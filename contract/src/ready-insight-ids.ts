/** The ready-made insights, in the order of the menu. */
export const readyInsightIds = [
  'weekly-supervision',
  'complaints',
  'off-channel',
  'representatives-activity',
  'response-times',
] as const
/** Apart from what they show, because the command palette names them. */
export const readyInsightNames: Readonly<Record<(typeof readyInsightIds)[number], string>> = {
  'weekly-supervision': 'Weekly supervision',
  complaints: 'Complaints',
  'off-channel': 'Off-channel',
  'representatives-activity': 'Representatives’ activity',
  'response-times': 'Response times',
}
export type ReadyInsightId = (typeof readyInsightIds)[number]
