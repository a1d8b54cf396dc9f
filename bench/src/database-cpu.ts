import type { Product } from './product.ts'

type Used = ReadonlyMap<number, number>

/** The CPU time that each connection's process has used, in milliseconds. Source: Linux, Documentation/scheduler/sched-stats.rst. */
export async function databaseCpu(admin: Product['admin']): Promise<Used> {
  const { rows } = await admin.query<{ pid: number; used: string | null }>(
    `select pid, pg_read_file('/proc/' || pid || '/schedstat', 0, 100, true) as used from pg_stat_activity
      where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return new Map(rows.flatMap(({ pid, used }) => (used ? [[pid, Number(used.split(' ')[0]) / 1e6]] : [])))
}

/** The CPU time of all of them since, in milliseconds. */
export async function spentSince(admin: Product['admin'], before: Used): Promise<number> {
  const now = await databaseCpu(admin)
  return [...now].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0)
}
