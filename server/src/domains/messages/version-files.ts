/** The files of a message's versions: an edit may replace some, add some, and take some away. */
import type { Channel } from '@verbatim/contract/channels.ts'
import type { MessageId } from '@verbatim/contract/ids.ts'
import { sql } from 'kysely'
import type { CapturedAttachment } from '#kernel/captured-event.ts'
import type { TenantTx } from '#platform/db.ts'
import { insertFiles, type NewFile } from './attachment-commands.ts'
import type { Derivation } from './facts.ts'
import { compareMoments, type Moment } from './moments.ts'

/** What a version says of the files. */
interface FileVersion extends Moment {
  readonly revision: number
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
    .select(['message_id', 'revision', 'at', 'sequence', 'files', 'brought'])
    .execute()
  return Map.groupBy(rows, (row) => row.message_id)
}

/** The content other than text that each version has, in the same way. */
export function contentByRevision(
  versions: readonly Pick<
    FileVersion & { readonly structured: Content | null },
    'revision' | 'at' | 'sequence' | 'structured'
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
export function inTime<One extends Moment & { readonly revision: number }>(versions: readonly One[]): One[] {
  return versions.toSorted((a, b) => compareMoments(a, b) || a.revision - b.revision)
}

/** The version with which an edit brought the file in `attachment`; none if it came with its message. */
export const bringingEdit = sql`select version.revision, version.captured_at from message_revision version
  where version.tenant_id = attachment.tenant_id and version.message_id = attachment.message_id
    and attachment.ordinal = any(version.brought) order by version.revision limit 1`

interface KeptFile {
  readonly ordinal: number
  /** Its address at the provider, or the hash of its bytes. */
  readonly place: string | null
  readonly name: string | null
}

/** The files of messages that get versions, and the places of the new ones. */
export class VersionFiles {
  readonly #kept: ReadonlyMap<MessageId, KeptFile[]>
  readonly #fileAt: Derivation['fileAt']
  readonly #contentOf: Derivation['contentOf']
  readonly #added: NewFile[] = []

  constructor(kept: ReadonlyMap<MessageId, KeptFile[]>, { fileAt, contentOf }: FileDerivation) {
    this.#kept = kept
    this.#fileAt = fileAt
    this.#contentOf = contentOf
  }

  ordinalsOf = (id: MessageId): number[] => (this.#kept.get(id) ?? []).map(({ ordinal }) => ordinal)

  /** Where the files of a version are or will be, in their order, and which of them are new. Those that are there stay one file each. */
  place(id: MessageId, channel: Channel, given: readonly CapturedAttachment[]): PlacedFiles {
    const kept = this.#kept.get(id) ?? []
    const unclaimed = Map.groupBy(kept, (file) => this.#nameOf(channel, file))
    let next = 1 + Math.max(-1, ...kept.map(({ ordinal }) => ordinal))
    const fresh: NewFile[] = []
    const files = given.map((file) => {
      const found = unclaimed.get(this.#nameOf(channel, this.#toKept(file)))?.shift()
      if (found) return found.ordinal
      fresh.push({ messageId: id, file: { ...file, ordinal: next }, content: this.#contentOf(file) })
      return next++
    })
    return { files, fresh }
  }

  add(id: MessageId, { fresh }: Pick<PlacedFiles, 'fresh'>): void {
    this.#added.push(...fresh)
    this.#kept.get(id)?.push(...fresh.map(({ file, content }) => this.#toKept(file, content)))
  }

  /** Call it once the versions that have them are there. */
  async insert(tx: TenantTx, now: Date): Promise<void> {
    await insertFiles(tx, this.#added, now)
    await countFiles(tx, [...new Set(this.#added.map(({ messageId }) => messageId))])
  }

  #toKept(file: CapturedAttachment, content = this.#contentOf(file)): KeptFile {
    const { ordinal, url, name = null } = file
    return { ordinal, place: url ?? (content ? Buffer.from(content.sha256).toString('hex') : null), name }
  }

  /** What a file is known by. One that was not offered has only the name that its sender gave it. */
  #nameOf = (channel: Channel, { place, name }: KeptFile): string =>
    place === null ? `name ${name ?? ''}` : `place ${this.#fileAt(channel, place)}`
}

/** Files of a version: the ordinals of all, and those that were not there before. */
export interface PlacedFiles {
  readonly files: readonly number[]
  readonly fresh: readonly NewFile[]
}

type FileDerivation = Pick<Derivation, 'fileAt' | 'contentOf'>

export async function openVersionFiles(
  tx: TenantTx,
  ids: readonly MessageId[],
  derivation: FileDerivation,
): Promise<VersionFiles> {
  const kept = new Map(ids.map((id): [MessageId, KeptFile[]] => [id, []]))
  if (ids.length > 0) {
    const { rows } = await sql<KeptFile & { message_id: MessageId }>`
      select message_id, ordinal, coalesce(source_url, encode(sha256, 'hex')) as place, name from attachment
      where message_id = any(${ids}::uuid[]) order by message_id, ordinal`.execute(tx)
    for (const { message_id: id, ...file } of rows) kept.get(id)?.push(file)
  }
  return new VersionFiles(kept, derivation)
}

/** Their numbers of files, of all versions. */
async function countFiles(tx: TenantTx, ids: readonly MessageId[]): Promise<void> {
  if (ids.length === 0) return
  await sql`update message set attachment_count = kept.n
    from (select message_id, least(count(*), 32767)::smallint as n from attachment
      where message_id = any(${ids}::uuid[]) group by message_id) kept
    where message.id = kept.message_id and message.attachment_count < kept.n`.execute(tx)
}
