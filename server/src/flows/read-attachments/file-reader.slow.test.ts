import { deflateRawSync, deflateSync } from 'node:zlib'
import { TenantId } from '@verbatim/contract/ids.ts'
import { newId } from '#kernel/uuid.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { shareOf } from '@verbatim/reference/share.ts'
import { bytesOf, zipped } from '@verbatim/documents/testing/files.ts'
import { openFileReader } from './file-reader.ts'

describe('hostile files', () => {
  const reader = openFileReader({ threads: 2, timeoutMs: 40_000, memoryMb: 256, buffersMb: 512 })
  afterAll(() => reader.close())
  const tenantId = TenantId.parse(newId(new Date()))
  const readFrom = (bytes: Uint8Array) => reader.read(tenantId, () => Promise.resolve(bytes))

  test(
    'a zip bomb is too large, and takes little time and memory',
    { tags: ['whole'], timeout: 60_000 },
    async () => {
      const packed = deflateRawSync(Buffer.alloc(101 * 1024 * 1024, 32))
      const bytes = onePart('word/document.xml', packed)
      expect(bytes.length).toBeLessThan(1024 * 1024)
      expect(await readFrom(bytes)).toEqual({ state: 'unreadable', reason: 'too-large' })
    },
  )

  test('a billion laughs are not expanded', async () => {
    const laughs = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    ).join('')
    const xml = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "ha">${laughs}]><x><t>&l9;</t></x>`
    expect(await readFrom(bytesOf(xml))).toMatchObject({ state: 'read', text: '&l9;' })
    const document = await zipped({ 'word/document.xml': xml.replace('<x>', '<w:p>') })
    expect(await readFrom(document)).toMatchObject({ text: '&l9;' })
  })

  test('deep nesting is read or refused in time', async () => {
    const deep = 100_000
    for (const text of [
      `<?xml version="1.0"?>${'<a>'.repeat(deep)}x`,
      `${'['.repeat(deep)}"x"${']'.repeat(deep)}`,
      `<html>${'<div>'.repeat(deep)}x`,
      `{\\rtf1${'{'.repeat(deep)}x`,
      `%PDF-1.4\n1 0 obj ${'<<'.repeat(deep)}`,
    ]) {
      const began = performance.now()
      expect((await readFrom(bytesOf(text))).state).not.toBe('waiting')
      expect(performance.now() - began).toBeLessThan(20_000)
    }
  }, 120_000)

  test('long runs of any character take linear time', async () => {
    const pieces = [' ', '\n', '<', '&', '=', '{', '\\', '<!--', '="', "'", '<a ', 'a: b\n']
    for (const piece of shareOf(pieces)) {
      const began = performance.now()
      for (const start of ['', '<?xml ?>', '<html>', '{\\rtf1 '])
        await readFrom(bytesOf(`${start}${piece.repeat(300_000)}x`))
      expect(performance.now() - began, JSON.stringify(piece)).toBeLessThan(20_000)
    }
  }, 120_000)

  test(
    'a PDF with an endlessly inflating page, or with far too many pages, is stopped',
    { timeout: 60_000 },
    async () => {
      let inner = deflateSync(Buffer.alloc(120 * 1024 * 1024, '(a) Tj '), { level: 9 })
      const bomb = pdfWith(inner, '/FlateDecode')
      expect(bomb.length).toBeLessThan(4_000_000)
      inner = Buffer.alloc(0)
      const hasty = openFileReader({ threads: 2, timeoutMs: 3_000, memoryMb: 256, buffersMb: 512 })
      const read = (bytes: Uint8Array) => hasty.read(tenantId, () => Promise.resolve(bytes))
      expect(await read(bomb)).toEqual({ state: 'unreadable', reason: 'limits' })
      expect(await read(bytesOf('still here'))).toEqual({ state: 'read', text: 'still here' })
      await hasty.close()
    },
  )

  test('a file that claims a length it does not have is damaged', async () => {
    const bytes = onePart('word/document.xml', deflateRawSync(bytesOf('<w:t>x</w:t>')))
    bytes.writeUInt32LE(100 * 1024 * 1024, bytes.indexOf('PK\x01\x02') + 20)
    expect(await readFrom(bytes)).toEqual({ state: 'unreadable', reason: 'damaged' })
  })
})

/** A zip file of one deflated part. Sizes and checksums that no reader checks are zero. */
function onePart(name: string, packed: Buffer): Buffer {
  const local = Buffer.alloc(30)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.write('PK\x01\x02', 'latin1')
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, bytesOf(name), packed, entry, bytesOf(name), end])
}

/** A one-page PDF whose content is a stream of these bytes. */
function pdfWith(stream: Buffer, filter: string): Buffer {
  const head = bytesOf(
    '%PDF-1.4\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj\n' +
      '3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << >> >> endobj\n' +
      `4 0 obj << /Length ${stream.length} /Filter ${filter} >> stream\n`,
  )
  return Buffer.concat([head, stream, bytesOf('\nendstream endobj\ntrailer << /Root 1 0 R >>\n')])
}
