// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ThreadMessage } from '@verbatim/contract/messages.ts'
import { afterEach, expect, test } from 'vitest'
import { BubbleFoot } from './BubbleFoot.tsx'
import type { EvidenceMark } from './message-words.ts'

afterEach(cleanup)

const version = (revision: number, ...attachmentIds: string[]) => ({
  revision,
  body: 'Our terms',
  at: `2026-03-14T09:0${revision}:00.000Z`,
  capturedAt: '',
  isSuspicious: false,
  attachmentIds,
  structured: { links: `https://acme.test/${revision}` },
})
const message = {
  body: 'Our terms',
  flags: [],
  reactions: [],
  attachments: [
    { id: 'old', name: 'old.pdf', isReplaced: true },
    { id: 'new', name: 'new.pdf' },
  ],
  versions: [version(1, 'old'), version(2, 'new')],
} as unknown as ThreadMessage

function draw(marks: readonly EvidenceMark[] = []) {
  render(
    <MantineProvider env="test">
      <BubbleFoot message={message} marks={marks} cardOf={({ id, name }) => <i key={id}>card of {name}</i>} />
    </MantineProvider>,
  )
}

test('each version shows its files: the whole card of one that was replaced, and the name of a current one', () => {
  draw()
  expect(screen.queryByRole('list', { name: 'Versions, oldest first' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: /show versions/ }))
  const [first, second] = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(first).toContain('card of old.pdf')
  expect(first).toContain('links: https://acme.test/1')
  expect(second).toContain('File: new.pdf')
  expect(second).not.toContain('card of')
})

test('versions are open at once if the evidence is in a file that was replaced', () => {
  draw([{ part: 'attachment', attachmentId: 'old', revision: 1, start: 0, end: 3 }])
  expect(screen.getByRole('list', { name: 'Versions, oldest first' }).textContent).toContain('old.pdf')
})

test('the other accounts that captured the message are named, each with a link to its copy', () => {
  const copies = [
    { messageId: 'one', account: { name: 'A phone', address: '+1', owner: 'Sam Sund' } },
    { messageId: 'two' },
  ]
  const copied = { ...message, alsoCaptured: copies } as unknown as ThreadMessage
  render(
    <MantineProvider env="test">
      <BubbleFoot message={copied} marks={[]} cardOf={() => null} hrefOf={({ id }) => `/messages/${id}`} />
    </MantineProvider>,
  )
  expect(screen.getByText(/also captured from/).textContent).toBe(
    'also captured from Sam Sund, another account',
  )
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/messages/one', '/messages/two'])
})
