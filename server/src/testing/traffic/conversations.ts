import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A conversation from a file such as `conversations.jsonl.gz`, with the fields that are played. */
export interface PlayedConversation {
  readonly conversationId: string
  readonly participants: readonly string[]
  readonly messages: readonly { readonly from: string; readonly text: string }[]
}

/**
 * The conversations of a JSON Lines file, compressed or not, in order.
 * Lines end only with LF, because texts contain U+2028 and U+0085.
 * @throws Error naming the line that is not a conversation.
 */
export function* readConversations(file: string): Generator<PlayedConversation> {
  const bytes = readFileSync(file)
  const text = (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes).toString('utf8')
  let line = 0
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from)
    const written = text.slice(from, end === -1 ? text.length : end)
    from = end === -1 ? text.length : end + 1
    line += 1
    if (written.trim() !== '') yield toConversation(written, line)
  }
}

function toConversation(written: string, line: number): PlayedConversation {
  let read: Partial<PlayedConversation>
  try {
    read = JSON.parse(written) as Partial<PlayedConversation>
  } catch (cause) {
    throw new Error(`Line ${line} is no JSON.`, { cause })
  }
  const { conversationId, messages } = read
  if (typeof conversationId !== 'string' || !Array.isArray(messages))
    throw new Error(`Line ${line} is no conversation: it needs conversationId and messages.`)
  if (!messages.every(({ from, text }) => typeof from === 'string' && typeof text === 'string'))
    throw new Error(`Line ${line} has a message without from or text.`)
  return {
    conversationId,
    messages,
    participants: read.participants ?? [...new Set(messages.map(({ from }) => from))],
  }
}
