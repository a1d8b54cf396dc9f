import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import type { KeptAttachment } from '#domains/messages/attachment-queries.ts'
import { requireClean, type ScanContext } from '#flows/scan-files/scan-files.ts'
import type { Blobs } from '#platform/blobs.ts'
import type { FileAnswer } from '#platform/http/route.ts'
import { drawPreview } from '#platform/pictures/preview.ts'
import type { Shares } from '#platform/shares.ts'

export interface AttachmentFileContext extends ScanContext {
  readonly blobs: Blobs
  readonly pictures: Shares
}

/** The bytes of an attachment that a reader may see, once the scanner has passed them. */
export async function answerAttachment(
  ctx: AttachmentFileContext,
  { tenantId }: Actor,
  { name, contentType = 'application/octet-stream', sha256 }: KeptAttachment,
): Promise<FileAnswer> {
  await requireClean(ctx, tenantId, sha256)
  return { body: await ctx.blobs.get(tenantId, sha256), contentType, fileName: name }
}

/** A picture of it. @throws Failure `attachment.no-preview` */
export async function answerPreview(
  ctx: AttachmentFileContext,
  actor: Actor,
  { id, name, hasPreview, sha256 }: KeptAttachment,
  signal: AbortSignal,
): Promise<FileAnswer> {
  const { blobs, pictures } = ctx
  await requireClean(ctx, actor.tenantId, sha256)
  const draw = async () => drawPreview(await blobs.get(actor.tenantId, sha256))
  const drawn = hasPreview && (await pictures.run(actor, draw, signal))
  if (!drawn) throw new Failure('attachment.no-preview', { id })
  return { body: drawn, contentType: 'image/webp', fileName: `${name}.webp`, inline: true }
}
