import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { readTarGz } from '@verbatim/reference/tar.ts'

export interface ArchivedMail {
  readonly name: string
  readonly bytes: Buffer
}

/** The mails of an archive (`.tar.gz`), a folder, an mbox file or a single mail, by name, as stored there. */
export function* readMails(path: string): Generator<ArchivedMail> {
  if (statSync(path).isDirectory()) return yield* readFolder(path)
  if (/\.(tar\.gz|tgz)$/i.test(path)) return yield* readArchive(path)
  const read = readFileSync(path)
  const bytes = read[0] === 0x1f && read[1] === 0x8b ? gunzipSync(read) : read
  if (bytes.subarray(0, 5).toString('latin1') === 'From ') return yield* readMbox(path, bytes)
  yield { name: path, bytes }
}

/** Manifests and expected results are next to the mails. */
const isMail = (name: string) => !/(\.(json|jsonl|md|txt|gz|csv)|\.DS_Store)$/i.test(name)

function* readArchive(path: string): Generator<ArchivedMail> {
  for (const file of readTarGz(path)) if (isMail(file.name)) yield file
}

function* readFolder(path: string): Generator<ArchivedMail> {
  const entries = readdirSync(path, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.toSorted()) if (isMail(file)) yield { name: file, bytes: readFileSync(file) }
}

/** A line that starts with `From ` after an empty line starts the next mail; `>From ` lines lose one `>`. */
function* readMbox(path: string, bytes: Buffer): Generator<ArchivedMail> {
  const text = bytes.toString('latin1')
  let count = 0
  for (const part of text.split(/(?<=^|\r?\n\r?\n)(?=From [^\n]*\d{4}\r?\n)/)) {
    const begins = part.indexOf('\n') + 1
    const mail = part.slice(begins).replace(/^>(>*From )/gm, '$1')
    count += 1
    yield { name: `${path} #${count}`, bytes: Buffer.from(mail, 'latin1') }
  }
}
