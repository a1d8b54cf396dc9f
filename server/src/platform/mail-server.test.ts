import { expect, test } from 'vitest'
import { parseMailServer } from './mail-server.ts'

test.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, tls: 'required', user: undefined }],
  ['smtps://u:p%40s@mail.example.com', { port: 465, tls: 'direct', user: 'u', password: 'p@s' }],
  ['smtp://relay.example.com:25?tls=off', { port: 25, tls: 'off' }],
  ['smtp://localhost:1025', { tls: 'offered' }],
  ['smtp://[::1]:1025', { host: '::1', tls: 'offered' }],
  ['smtps://mail.example.com?tls=off', { tls: 'direct' }],
])('%s', (text, server) => expect(parseMailServer(text)).toMatchObject(server))

test.each(['mail.example.com', 'http://mail.example.com', 'smtp://', 'smtp://h?tls=on', 'smtp://h?x=1'])(
  '%s is no mail server',
  (text) => expect(parseMailServer(text)).toBeUndefined(),
)
