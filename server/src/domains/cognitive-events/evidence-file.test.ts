import { expect, test } from 'vitest'
import { requireEvidenceFile } from './evidence-file.ts'

test.each([
  ['a list as Excel writes it', 'names.csv', Buffer.from('Name;Straße\r\n', 'latin1')],
  ['a text as Notepad writes it', 'note.txt', Buffer.from('\ufeffGrüße\r\n', 'utf16le')],
  ['a mail in eight bits', 'mail.eml', Buffer.from('Subject: Hi\r\n\r\nGrüße', 'latin1')],
])('%s, which is not UTF-8, is evidence as well', async (_, name, bytes) => {
  expect(await requireEvidenceFile(name, bytes)).toBe('text/plain')
})

test('a long text, which is not UTF-8, is evidence as well', { tags: ['whole'] }, async () => {
  const bytes = Buffer.from('é'.repeat(100_000), 'latin1')
  expect(await requireEvidenceFile('long.txt', bytes)).toBe('text/plain')
})

test.each([
  ['bytes that are no text', 'x.txt', Buffer.from([0xe4, 0x00, 0x01, 0x02, 0xff, 0x80, 0x03])],
  ['the same in a list', 'x.csv', Buffer.from([0xe4, 0x00, 0x01, 0x02, 0xff, 0x80, 0x03])],
  ['the same in a mail', 'x.eml', Buffer.from([0xe4, 0x00, 0x01, 0x02, 0xff, 0x80, 0x03])],
  ['text as an archive', 'x.zip', Buffer.from('Straße', 'latin1')],
  ['nothing', 'x.txt', Buffer.alloc(0)],
  [
    'a picture as a text',
    'x.txt',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  ],
  ['an unknown type', 'x.log', Buffer.from('text')],
])('%s is refused', async (_, name, bytes) => {
  await expect(requireEvidenceFile(name, bytes)).rejects.toThrow(
    expect.objectContaining({ code: 'event.file-type' }),
  )
})
