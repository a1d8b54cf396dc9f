import { evidenceFileLimits, fileSizeText } from '@verbatim/contract/evidence-files.ts'
import { decodePlain } from '@verbatim/documents/text/plain-text.ts'
import { Failure } from '#kernel/failure.ts'
import { sniffType } from '#platform/sniff.ts'

/** The first bytes of each allowed type. Office documents and archives are all zip containers. */
const looks: Readonly<Record<(typeof evidenceFileLimits.extensions)[number], readonly string[]>> = {
  pdf: ['application/pdf'],
  png: ['image/png'],
  jpg: ['image/jpeg'],
  webp: ['image/webp'],
  txt: ['text/plain'],
  csv: ['text/plain', 'text/csv'],
  eml: ['text/plain', 'message/rfc822'],
  xlsx: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'application/zip'],
  docx: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'application/zip'],
  zip: ['application/zip'],
}

const allowed = evidenceFileLimits.extensions.join(', ')

/** Without a size, only the limit is known to be passed. */
export const fileTooLarge = (sizeBytes?: number) =>
  new Failure('event.file-too-large', {
    size: sizeBytes ? fileSizeText(sizeBytes) : `more than ${fileSizeText(evidenceFileLimits.sizeBytes)}`,
    allowed,
  })

/**
 * The content type of an evidence file, if its name and its bytes agree on an allowed kind.
 * @throws Failure `event.file-too-large`, `event.file-type`
 */
export async function requireEvidenceFile(name: string, bytes: Uint8Array): Promise<string> {
  if (bytes.length > evidenceFileLimits.sizeBytes) throw fileTooLarge(bytes.length)
  const extension = name.toLowerCase().split('.').at(-1)?.replace('jpeg', 'jpg') ?? ''
  const expected = (looks as Readonly<Record<string, readonly string[]>>)[extension]
  const found = (await sniffType(bytes)) ?? textIn(bytes)
  if (!expected || !found || !Object.hasOwn(looks, extension) || !expected.includes(found))
    throw new Failure('event.file-type', { allowed })
  return expected[0] ?? found
}

/** Text in another encoding than UTF-8, as many programs write it: its type is not known from its bytes. */
function textIn(bytes: Uint8Array): 'text/plain' | undefined {
  return bytes.length > 0 && decodePlain(bytes.subarray(0, headBytes)) ? 'text/plain' : undefined
}

/** How many bytes are examined. */
const headBytes = 65_536
