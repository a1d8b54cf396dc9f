import { dueThemes, takeThemes } from '#domains/themes/set.ts'
import { type DbContext, inTenant } from '#platform/db.ts'
import { defineWork } from '#platform/work/work.ts'
import type { RevisedTenant, RevisingGiven } from './revise-thread.ts'

interface ThemesContext extends DbContext {
  readonly databaseUrl: string
}

/** For one organization of any size; a longer one goes on where it was ended. */
const allowed = { timeoutMs: 30 * 60_000, memoryMb: 1_024 }

export const themesWork = defineWork<ThemesContext>({
  rows: dueThemes,
  async open({ db, databaseUrl, now }) {
    const { openThreads } = await import('#platform/processes/threads.ts')
    const given: RevisingGiven = { databaseUrl }
    const threads = openThreads<RevisedTenant, { readonly bug?: string }>({
      threads: 1,
      ...allowed,
      program: new URL('./revise-thread.ts', import.meta.url),
      given,
    })
    return {
      async turn(tenantId) {
        if (!(await inTenant(db, tenantId, (tx) => takeThemes(tx, now())))) return 0
        const { bug } = await threads.ask({ tenantId, now: now() })
        if (bug !== undefined) throw new Error(`The themes could not be revised: ${bug}`)
        return 1
      },
      close: () => threads.close(),
    }
  },
})
