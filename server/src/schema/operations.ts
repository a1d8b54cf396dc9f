/** One run of a process, which reports every few seconds that it is running. Belongs to no tenant. */
interface ProcessBeatTable {
  id: string
  node: string
  roles: string[]
  version: string
  started_at: Date
  beat_at: Date
}

/** The tables of this file, by their SQL names. */
export interface OperationsTables {
  process_beat: ProcessBeatTable
}
