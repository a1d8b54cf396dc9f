/** Lists with saved views by the titles of their screens. */
import { allNouns } from './nouns.ts'
import type { ViewedList } from './saved-views.ts'

/** Those of the nouns have the title in the noun. */
const ofOthers = {
  messages: 'Content Library',
  'cognitive-events': 'Cognitive Events',
  'platform-users': 'Platform Users',
  'messenger-users': 'Messenger Users',
  audit: 'Audit Trail',
  accounts: 'Capture health',
  integrations: 'Accounts',
  imports: 'Imports',
} as const satisfies Partial<Record<ViewedList, string>>

export const listNames: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ofOthers),
  ...Object.values(allNouns).flatMap(({ lists, screen }) =>
    screen ? Object.keys(lists).map((list) => [list, screen.label] as const) : [],
  ),
])
