/** A mail server that keeps what it takes, and says what that is once it is asked. Run by `outward-media.ts` in a separate process. */
import { createHash } from 'node:crypto'
import { openFakeArchive } from '@verbatim/server/testing/fakes/archive.ts'

/** What it was given, also if its answer did not arrive. */
export interface Taken {
  readonly mails: readonly { readonly messageId: string; readonly part: string }[]
  /** The SHA-256 of each file by its name, its pieces joined in the order of the parts. */
  readonly files: Readonly<Record<string, string>>
}

const archive = await openFakeArchive()
process.once('disconnect', () => process.exit())
process.on('message', () => process.send?.(taken()))
process.send?.(archive.port)

function taken(): Taken {
  const inOrder = archive.got
    .map(({ mail }) => ({
      messageId: mail.messageId ?? '',
      part: mail.headers.find(({ key }) => key === 'x-conv-part')?.value ?? '',
      attached: mail.attachments,
    }))
    .toSorted((one, other) => Number.parseInt(one.part, 10) - Number.parseInt(other.part, 10))
  const hashes = new Map<string, ReturnType<typeof createHash>>()
  for (const { filename, content } of inOrder.flatMap(({ attached }) => attached)) {
    const name = filename?.replace(/\.\d{3}$/, '') ?? ''
    const hash = hashes.get(name) ?? createHash('sha256')
    hashes.set(name, hash.update(Buffer.from(content as ArrayBuffer)))
  }
  return {
    mails: inOrder.map(({ messageId, part }) => ({ messageId, part })),
    files: Object.fromEntries([...hashes].map(([name, hash]) => [name, hash.digest('hex')])),
  }
}
