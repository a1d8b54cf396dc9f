import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import { rowsOf } from '#platform/bulk.ts'
import type { TenantTx } from '#platform/db.ts'

/** Enough of a text to find its language. */
const readLength = 1_000

interface UnreadLanguage {
  readonly id: MessageId
  readonly text: string
}

/** Some messages whose languages no release has found yet. */
export function findUnreadLanguages(tx: TenantTx, limit: number): Promise<UnreadLanguage[]> {
  return tx
    .selectFrom('message')
    .where('language', '=', '')
    .limit(limit)
    .select(['id', sql<string>`left(concat_ws(E'\n', subject, body), ${sql.lit(readLength)})`.as('text')])
    .execute()
}

interface FoundLanguage {
  readonly id: MessageId
  readonly language: string
}

/** Stores languages, except of messages that have one by now. */
export async function setLanguages(tx: TenantTx, found: readonly FoundLanguage[]): Promise<void> {
  await sql`update message set language = given.language
    from ${rowsOf<FoundLanguage>({ id: 'uuid', language: 'text' }, found)}
    where message.id = given.id and message.language = ''`.execute(tx)
}
