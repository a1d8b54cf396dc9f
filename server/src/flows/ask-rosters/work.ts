import { rosterQuestions } from '#domains/messages/roster-questions.ts'
import { defineWork } from '#platform/work/work.ts'
import type { RosterContext } from './ask-rosters.ts'

export const rosterWork = defineWork<RosterContext>({
  rows: rosterQuestions,
  tenantsAtOnce: 4,
  load: async () => (await import('./ask-rosters.ts')).askRosters,
})
