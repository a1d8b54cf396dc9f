import { keysOf } from './keys-of.ts'

/** The ready-made insights, in the order of the menu. They are apart from what they show, because the command palette names them. */
export const readyInsightNames = {
  'weekly-supervision': 'Weekly supervision',
  complaints: 'Complaints',
  'off-channel': 'Off-channel',
  'representatives-activity': 'Representatives’ activity',
  'response-times': 'Response times',
}
export const readyInsightIds = keysOf(readyInsightNames)
export type ReadyInsightId = (typeof readyInsightIds)[number]
