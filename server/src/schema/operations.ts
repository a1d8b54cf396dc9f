/** A life of one process, which says every few seconds that it goes on. Belongs to no tenant. */
export interface ProcessBeatTable {
  id: string
  node: string
  roles: string[]
  version: string
  started_at: Date
  beat_at: Date
}
