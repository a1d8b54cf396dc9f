import { fileTypeFromBuffer } from 'file-type'

/**
 * The type of bytes, from their content: a MIME type, or undefined if unknown. A sender's declaration is only a claim;
 * previews and downloads use this. Plain text has no signature, so bytes count as text if their start is UTF-8 without
 * control characters; markup always counts as markup.
 */
export async function sniffType(bytes: Uint8Array): Promise<string | undefined> {
  if (bytes.byteLength === 0) return undefined
  try {
    const found = await fileTypeFromBuffer(bytes)
    if (found) return found.mime
  } catch {
    // Truncated or hostile files make the detector fail, but they are still files.
  }
  return textType(bytes.subarray(0, 4096))
}

function textType(head: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8').decode(head, { stream: true }) // a character may be cut at the end
  if (/(?![\t\n\f\r\v])\p{Cc}|\ufffd/u.test(text)) return undefined
  const start = text
    .replace(/^\ufeff/, '')
    .trimStart()
    .slice(0, 200)
    .toLowerCase()
  if (/^(?:<!doctype html|<html|<head|<body|<script)/.test(start)) return 'text/html'
  if (/^(?:<\?xml[^>]*>\s*(?:<!--(?:(?!-->)[^])*-->\s*)*)?<svg/.test(start)) return 'image/svg+xml'
  if (start.startsWith('<?xml')) return 'application/xml'
  if (start.startsWith('begin:vcard')) return 'text/vcard'
  if (start.startsWith('begin:vcalendar')) return 'text/calendar'
  return 'text/plain'
}
