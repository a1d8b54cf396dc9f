// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import type { Attachment } from '@verbatim/contract/attachments.ts'
import type { FileScan } from '@verbatim/contract/file-scans.ts'
import { AttachmentId } from '@verbatim/contract/ids.ts'
import { afterEach, expect, test } from 'vitest'
import { AttachmentCard } from './AttachmentCard.tsx'

afterEach(cleanup)

function draw(scan?: FileScan, given: Partial<Attachment> = {}) {
  const attachment: Attachment = {
    id: AttachmentId.parse('019aa000-0000-7000-8000-000000000001'),
    name: 'notes.txt',
    contentType: 'text/plain',
    sizeBytes: 12,
    state: 'stored',
    hasPreview: false,
    ...(scan && { scan }),
    ...given,
  }
  render(
    <MantineProvider env="test">
      <AttachmentCard
        attachment={attachment}
        preview={<i>preview</i>}
        inside={<i>its text</i>}
        onDownload={() => {}}
      />
    </MantineProvider>,
  )
  const { textContent } = document.body
  return { text: textContent ?? '', download: screen.queryByRole('button', { name: 'Download notes.txt' }) }
}
const at = '2026-11-24T10:00:00.000Z'
const engine = 'ClamAV 1.4.1/27400'

test('a file with malware is neither shown nor downloaded, and its text stays', () => {
  const { text, download } = draw({ state: 'infected', malware: 'Eicar', engine, at })
  expect(text).toContain('Blocked: malware found (Eicar)')
  expect(text).toContain(engine)
  expect(text).not.toContain('preview')
  expect(text).toContain('its text')
  expect(download).toBeNull()
})

test.each<[FileScan | undefined, string | undefined]>([
  [undefined, undefined],
  [{ state: 'clean', engine, at }, undefined],
  [{ state: 'waiting' }, 'Not scanned for malware yet'],
  [{ state: 'unscannable', reason: 'too-large', engine, at }, 'larger than the scanner accepts'],
])('any other file is downloaded: %j', (scan, words) => {
  const { text, download } = draw(scan)
  expect(download).not.toBeNull()
  if (words) expect(text).toContain(words)
  else expect(text).not.toContain('alware')
})

test('a file whose hash is not the one of its provider is downloaded, and says so', () => {
  const { text, download } = draw(undefined, { gapReason: 'hash-differs' })
  expect(download).not.toBeNull()
  expect(text).toContain('its hash is not the one that the provider gave')
})
