import { TenantId } from '@verbatim/contract/ids.ts'
import { blobReferences } from '#schema/blob-references.ts'
import type { ReadBlob } from '#platform/files/patient-reader.ts'
import type { Writing } from './back-up.ts'
import { type Manifest, readFileOf } from './layout.ts'
import { type Push, writeInOnePass } from './one-pass.ts'
import { packed } from './packs.ts'
import { Cursor, linesOf } from './rows.ts'

/** Every blob that a row names, as `tenant \t sha256`, in order. */
export const referencesQuery = `copy (select distinct t, h collate "C" from (${blobReferences
  .map(
    ({ table, where }) =>
      `select tenant_id as t, encode(sha256, 'hex') as h from public.${table} where ${where}`,
  )
  .join(' union all ')}) named order by 1, 2) to stdout`

/**
 * Writes the attachments that rows name and the previous backup does not contain, and their list for the next one. Those that
 * cannot be read are not in the list, so the next one tries them again.
 */
export async function backUpAttachments(
  { snapshot, parent, write, tell }: Writing,
  readBlob: ReadBlob,
): Promise<Manifest['attachments']> {
  const progress = { count: 0, written: 0, gone: 0, missing: [] as string[] }
  async function* keep(line: string, isKnown: boolean, index: Push) {
    const [tenant, sha256 = ''] = line.split('\t')
    const reading = isKnown ? undefined : await readBlob(TenantId.parse(tenant), sha256)
    if (reading && 'wrong' in reading) return void progress.missing.push(line.replace('\t', ' '))
    progress.count += 1
    await index(Buffer.from(`${line}\n`))
    if (!reading) return
    progress.written += 1
    tell(`attachments: ${progress.written.toLocaleString('en')}`)
    yield packed({ name: line.replace('\t', '/'), bytes: reading.bytes })
  }
  async function* pack(index: Push, gone: Push) {
    const now = await Cursor.open(linesOf(snapshot.copy(referencesQuery)))
    const then = await Cursor.open(linesOf(parent ? readFileOf(parent, 'attachments.index') : nothing()))
    while (now.line !== undefined || then.line !== undefined) {
      const [one, other] = [now.line, then.line]
      const isGone = other !== undefined && (one === undefined || other < one)
      if (isGone) {
        progress.gone += 1
        await gone(Buffer.from(`${other}\n`))
      } else if (one !== undefined) yield* keep(one, one === other, index)
      if (!isGone) await now.advance()
      if (isGone || one === other) await then.advance()
    }
  }
  await writeInOnePass(write, 'attachments', ['attachments.index', 'attachments.gone'], pack)
  return progress
}

async function* nothing(): AsyncGenerator<Buffer> {}
