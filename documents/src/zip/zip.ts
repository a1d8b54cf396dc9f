import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Fixed, so equal entries make equal files. The format's times have no zone: this one is the same everywhere. */
const attributes = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true, mode: 0o100644 }

/**
 * A zip file, entry by entry, without knowing their sizes beforehand. Beyond 4 GiB it uses the 64-bit extension.
 * Reading stops the entry that is being read when the file is given up.
 */
export async function* zipFile(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  const file = zip.outputStream as Readable
  const opened: Readable[] = []
  for (const { name, content } of entries)
    zip.addReadStreamLazy(name, attributes, (give) => {
      const source = Readable.from(content, { objectMode: false })
      source.once('error', (error) => file.destroy(error))
      opened.push(source)
      give(undefined, source)
    })
  zip.end()
  try {
    for await (const chunk of file) yield chunk as Buffer
  } finally {
    for (const source of opened) source.destroy()
  }
}
