import type { ServerResponse } from 'node:http'

/** The events that a webhook may ask for; other names are refused. */
export const knownEvents = [
  '*',
  'new-message',
  'updated-message',
  'message-send-error',
  'group-name-change',
  'group-icon-changed',
  'group-icon-removed',
  'participant-added',
  'participant-removed',
  'participant-left',
  'chat-read-status-changed',
  'typing-indicator',
  'new-server',
  'server-update',
  'hello-world',
  'incoming-facetime',
  'ft-call-status-changed',
]

export function reply(answer: ServerResponse, status: number, content: object): void {
  answer
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ status, message: 'fake', ...content }))
}
