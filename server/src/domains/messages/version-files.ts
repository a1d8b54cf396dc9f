/** The files of a message's versions: an edit may replace some, add some, and take some away. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { CapturedAttachment } from '#kernel/captured-event.ts'
import type { TenantTx } from '#platform/db.ts'
import { insertFiles, type NewFile } from './attachment-commands.ts'
import type { Derivation } from './facts.ts'

/** What a version says of the files. */
interface FileVersion {
  readonly revision: number
  readonly at: Date
  readonly files: readonly number[] | null
  readonly brought: readonly number[]
}

/**
 * The ordinals of the files that each version has: as it says, or else those of the version before it in time. The first has what
 * came with no edit.
 * @param ordinals Of all files of the message.
 */
export function filesByRevision(
  versions: readonly FileVersion[],
  ordinals: readonly number[],
): ReadonlyMap<number, readonly number[]> {
  const brought = new Set(versions.flatMap((version) => version.brought))
  let current: readonly number[] = ordinals.filter((ordinal) => !brought.has(ordinal))
  return new Map(
    inTime(versions).map(({ revision, files }) => {
      current = files ?? current
      return [revision, current]
    }),
  )
}

/** The ordinals of the files that a message has now: in the version that is shown. */
export function filesNow(
  revision: number,
  versions: readonly FileVersion[],
  ordinals: readonly number[],
): readonly number[] {
  return versions.some(({ files }) => files !== null)
    ? (filesByRevision(versions, ordinals).get(revision) ?? [])
    : ordinals
}

/** What the versions of messages say of their files; a message that was never edited has none. */
export async function findFileVersions(
  tx: TenantTx,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, readonly FileVersion[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('message_revision')
    .where('message_id', '=', sql<MessageId>`any(${ids}::uuid[])`)
    .select(['message_id', 'revision', 'at', 'files', 'brought'])
    .execute()
  return Map.groupBy(rows, (row) => row.message_id)
}

/** The content other than text that each version has, in the same way. */
export function contentByRevision(
  versions: readonly Pick<
    FileVersion & { readonly structured: Content | null },
    'revision' | 'at' | 'structured'
  >[],
  sent: Content | null,
): ReadonlyMap<number, Content | null> {
  let current = sent
  return new Map(
    inTime(versions).map(({ revision, structured }) => {
      current = structured ?? current
      return [revision, current]
    }),
  )
}

type Content = Record<string, unknown>

/** The earliest first. */
export function inTime<One extends Pick<FileVersion, 'revision' | 'at'>>(versions: readonly One[]): One[] {
  return versions.toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.revision - b.revision)
}

/** The version with which an edit brought the file in `attachment`; none if it came with its message. */
export const bringingEdit = sql`select version.revision, version.captured_at from message_revision version
  where version.tenant_id = attachment.tenant_id and version.message_id = attachment.message_id
    and attachment.ordinal = any(version.brought) order by version.revision limit 1`

interface KeptFile {
  readonly ordinal: number
  /** Its address at the provider, or the hash of its bytes. */
  readonly place: string | null
}

/** The files of messages that are edited, and the places of the new ones. */
export class EditedFiles {
  readonly #kept: ReadonlyMap<MessageId, KeptFile[]>
  readonly #fileAt: Derivation['fileAt']
  readonly #added: NewFile[] = []

  constructor(kept: ReadonlyMap<MessageId, KeptFile[]>, fileAt: Derivation['fileAt']) {
    this.#kept = kept
    this.#fileAt = fileAt
  }

  ordinalsOf = (id: MessageId): number[] => (this.#kept.get(id) ?? []).map(({ ordinal }) => ordinal)

  /** Where the files of a version are or will be, in their order, and which of them are new. */
  place(
    id: MessageId,
    channel: Channel,
    given: readonly CapturedAttachment[],
  ): { readonly files: number[]; readonly fresh: CapturedAttachment[] } {
    const kept = this.#kept.get(id) ?? []
    const known = new Map(
      kept.flatMap(({ ordinal, place }) => (place === null ? [] : [[this.#fileAt(channel, place), ordinal]])),
    )
    let next = 1 + Math.max(-1, ...kept.map(({ ordinal }) => ordinal))
    const fresh: CapturedAttachment[] = []
    const files = given.map((file) => {
      const name = file.url === undefined ? undefined : this.#fileAt(channel, file.url)
      const found = name === undefined ? undefined : known.get(name)
      if (found !== undefined) return found
      const ordinal = next++
      if (name !== undefined) known.set(name, ordinal)
      fresh.push({ ...file, ordinal })
      return ordinal
    })
    return { files: [...new Set(files)], fresh }
  }

  add(id: MessageId, fresh: readonly CapturedAttachment[]): void {
    for (const file of fresh) {
      this.#added.push({ messageId: id, file })
      this.#kept.get(id)?.push({ ordinal: file.ordinal, place: file.url ?? null })
    }
  }

  /** Call it once the versions that have them are there. */
  async insert(tx: TenantTx, now: Date): Promise<void> {
    await insertFiles(tx, this.#added, now)
    await countFiles(tx, [...new Set(this.#added.map(({ messageId }) => messageId))])
  }
}

export async function openEditedFiles(
  tx: TenantTx,
  ids: readonly MessageId[],
  fileAt: Derivation['fileAt'],
): Promise<EditedFiles> {
  const kept = new Map(ids.map((id): [MessageId, KeptFile[]] => [id, []]))
  if (ids.length > 0) {
    const { rows } = await sql<KeptFile & { message_id: MessageId }>`
      select message_id, ordinal, coalesce(source_url, encode(sha256, 'hex')) as place from attachment
      where message_id = any(${ids}::uuid[]) order by message_id, ordinal`.execute(tx)
    for (const { message_id: id, ...file } of rows) kept.get(id)?.push(file)
  }
  return new EditedFiles(kept, fileAt)
}

/** Their numbers of files, of all versions. */
export async function countFiles(tx: TenantTx, ids: readonly MessageId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update message set attachment_count = kept.n
    from (select message_id, least(count(*), 32767)::smallint as n from attachment
      where message_id = any(${ids}::uuid[]) group by message_id) kept
    where message.id = kept.message_id and message.attachment_count < kept.n`.execute(tx)
}

/**
 * The first free place for the files of messages that came after their edits, which brought files of their own; 0 for all others.
 */
export async function placesAfterEdits(
  tx: TenantTx,
  ids: readonly MessageId[],
): Promise<ReadonlyMap<MessageId, number>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ message_id: MessageId; next: number }>`
    select file.message_id, max(file.ordinal) + 1 as next from attachment file
    where file.message_id = any(${ids}::uuid[]) group by file.message_id
    having bool_and(exists (select from message_revision version where version.message_id = file.message_id
      and file.ordinal = any(version.brought)))`.execute(tx)
  return new Map(rows.map(({ message_id: id, next }) => [id, next]))
}
