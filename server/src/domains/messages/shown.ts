import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { TenantTx } from '#platform/db.ts'
import type { Said } from './facts.ts'

export interface Shown extends Said {
  /** When this version was said. */
  readonly saidAt: Date
}

interface Row {
  readonly id: MessageId
  readonly revision: number
  readonly said_at: Date
}

/** Of several versions of messages those that the messages show, each once. An edit that arrives late is not the last one. */
export async function findShown(tx: TenantTx, said: readonly Said[]): Promise<Shown[]> {
  if (said.length === 0) return []
  const byVersion = new Map(said.map((one) => [`${one.messageId} ${one.revision}`, one]))
  const ids = [...new Set(said.map(({ messageId }) => messageId))]
  const { rows } = await sql<Row>`select id, revision, coalesce(edited_at, posted_at) as said_at from message
    where id = any(${ids}::uuid[])`.execute(tx)
  return rows.flatMap(({ id, revision, said_at: saidAt }) => {
    const shown = byVersion.get(`${id} ${revision}`)
    return shown ? [{ ...shown, saidAt }] : []
  })
}
