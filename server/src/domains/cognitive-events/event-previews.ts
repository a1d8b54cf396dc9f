/** The parts of messages that a list of events shows. */
import { otherTextOf, otherTextPart } from '@verbatim/contract/evidence-part.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { AccessScope } from '#kernel/actor.ts'
import type { OtherText } from '#kernel/captured-event.ts'
import type { TenantTx } from '#platform/db.ts'
import { isReadable } from './evidence-queries.ts'
import { excerpt, excerptOf } from './excerpt.ts'

/** The other texts of messages that `scope` may see. */
export async function findOtherTexts(
  tx: TenantTx,
  scope: AccessScope,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, readonly OtherText[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('message')
    .where('id', '=', sql<MessageId>`any(${[...new Set(ids)]}::uuid[])`)
    .where(isReadable(scope))
    .select(['id', 'others'])
    .execute()
  return new Map(rows.map((row) => [row.id, row.others ?? []]))
}

/** The words around the evidence in the message, or in its subject or another text if only that contains any. */
export function previewOf(
  { body, subject }: { readonly body: string | null; readonly subject: string | null },
  evidence: readonly { part: string; start_at: number; end_at: number; revision: number; shown: number }[],
  others: readonly OtherText[],
) {
  const marksIn = (wanted: string) =>
    evidence
      .filter(({ part, revision, shown }) => part === wanted && (part !== 'text' || revision === shown))
      .map(({ start_at, end_at }): [number, number] => [start_at, end_at])
  const [inText, inSubject] = [marksIn('text'), marksIn('subject')]
  if (inText.length > 0) return excerpt(body ?? '', inText)
  if (inSubject.length > 0) return excerpt(subject ?? '', inSubject)
  const [other = 0] = evidence.flatMap(({ part }) => otherTextOf(part) ?? [])
  const inOther = marksIn(otherTextPart(other))
  const around = others[other]
  return around && inOther.length > 0 ? excerptOf(around, inOther) : excerpt(body ?? '', [])
}
