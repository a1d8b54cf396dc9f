import { expect, test } from 'vitest'
import { readHeaderLine } from './header-lines.ts'

test.each([
  ['X-Acme-Chat', { name: 'X-Acme-Chat' }],
  [' X-Acme-Chat: ', { name: 'X-Acme-Chat' }],
  ['Subject: ^Chat with (.*)$', { name: 'Subject', pattern: '^Chat with (.*)$' }],
  ['X-Acme:a:b', { name: 'X-Acme', pattern: 'a:b' }],
  ['X-Acme => Acme Talk', { name: 'X-Acme', app: 'Acme Talk' }],
  ['Subject: ^Teams => Teams', { name: 'Subject', pattern: '^Teams', app: 'Teams' }],
  ['Subject: a => b => Teams', { name: 'Subject', pattern: 'a => b', app: 'Teams' }],
  ['Subject: a=>b', { name: 'Subject', pattern: 'a=>b' }],
])('%s names a header', (line, read) => {
  expect(readHeaderLine(line)).toEqual(read)
})

test.each(['', ':', ': pattern', 'X Acme', 'X-Acmé', '=> Teams', 'X-Acme =>', 'X-Acme => ', 'Subject: a =>'])(
  '%j names no header',
  (line) => {
    expect(readHeaderLine(line)).toBeUndefined()
  },
)
