import { zipFile } from '#zip/zip.ts'

export const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding)

/** A zip file of these parts. */
export async function zipped(parts: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const entries = Object.entries(parts).map(([name, part]) => ({
    name,
    content: [typeof part === 'string' ? bytesOf(part) : part],
  }))
  for await (const chunk of zipFile(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

interface Attached {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

/** A mail as a program would send it, with unchanged inner mails. No inner mail has its boundary. */
export function mail(body: string, attachments: readonly Attached[] = []): Buffer {
  const parts = attachments.map(({ name, type, bytes }) => {
    const head = `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n`
    return type === 'message/rfc822'
      ? `${head}\r\n${bytes.toString()}`
      : `${head}Content-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`
  })
  const boundary = `=_${parts.join('').length}`
  const all = [`Content-Type: text/plain; charset=utf-8\r\n\r\n${body}`, ...parts]
  const content = all.map((part) => `--${boundary}\r\n${part}\r\n`).join('')
  return bytesOf(
    'From: Ann <ann@a.example>\r\nSubject: Quiet\r\nMIME-Version: 1.0\r\n' +
      `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${content}--${boundary}--\r\n`,
  )
}

/** A tar archive of one file, without the checksums, which are not read. */
export function tar(name: string, bytes: Buffer): Buffer {
  const head = Buffer.alloc(512)
  head.write(name)
  head.write(bytes.length.toString(8).padStart(11, '0'), 124)
  head.write('0', 156)
  head.write('ustar', 257)
  return Buffer.concat([head, bytes, Buffer.alloc(1024 - (bytes.length % 512))])
}
