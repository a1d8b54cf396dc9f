/**
 * A worker program that tests kill and freeze: it does some kinds of work of one tenant until none is due. On
 * request, it stops itself (SIGSTOP) once it holds something of each kind that it has not reported on.
 */
import { TenantId } from '@verbatim/contract/ids.ts'
import { readConfig } from '#platform/config.ts'
import { silentLog } from '#platform/log.ts'
import { openContext } from '#context.ts'
import { workOff, type WorkOfTurn } from './turns.ts'

export interface Shift {
  readonly works: readonly WorkOfTurn[]
  readonly databaseUrl: string
  readonly home: string
  readonly tenantId: string
  /** How far its clock is ahead, so that the leases of others have expired. */
  readonly aheadMs: number
  readonly freezes: boolean
  readonly env: Readonly<Record<string, string>>
}

const shift = JSON.parse(process.argv[2] ?? '{}') as Shift
const tenantId = TenantId.parse(shift.tenantId)
await using ctx = await openContext({
  config: readConfig({
    VERBATIM_HOME: shift.home,
    PUBLIC_BASE_URL: 'http://localhost:3000',
    ...shift.env,
  }),
  databaseUrl: shift.databaseUrl,
  log: silentLog,
  now: () => new Date(Date.now() + shift.aheadMs),
})

const held = new Set<WorkOfTurn>()
const all = Promise.withResolvers<void>()
const woken = Promise.withResolvers<void>()
const waiting = shift.works.filter((work) => work !== 'imports')
if (!shift.freezes) woken.resolve()
if (waiting.length === 0) all.resolve()

function freeze(): void {
  if (shift.freezes && !isOver) {
    isOver = true
    process.kill(process.pid, 'SIGSTOP')
  }
  woken.resolve()
}
let isOver = false

const places = {
  async reached(work: WorkOfTurn) {
    held.add(work)
    if (waiting.every((one) => held.has(one))) all.resolve()
    await woken.promise
  },
  importTaken: freeze,
}
const working = waiting.map((work) => workOff(ctx, tenantId, work, places))
if (shift.works.includes('imports')) {
  if (shift.freezes) await all.promise // nothing can wait once an import is taken
  working.push(workOff(ctx, tenantId, 'imports', places))
}
await Promise.all(working)
