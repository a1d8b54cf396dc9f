import { shareOf } from '@verbatim/reference/share.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openLanguages } from './language.ts'

const file = sharedFile('data/conversations/conversations.jsonl.gz')

interface Conversation {
  readonly lang: string
  readonly messages: readonly { readonly text: string }[]
}

test.skipIf(!file)('messages of conversations in English and Chinese are recognized', async () => {
  const languageOf = await openLanguages()
  const lines = gunzipSync(readFileSync(file!)).toString().trim().split('\n')
  const conversations = shareOf(lines, 15).map((line) => JSON.parse(line) as Conversation)
  for (const lang of ['en', 'zh']) {
    const found = conversations
      .filter((conversation) => conversation.lang === lang)
      .flatMap(({ messages }) => messages.map(({ text }) => languageOf(text)))
    const recognized = found.filter((language) => language !== 'und')
    const right = recognized.filter((language) => language === lang)
    expect(recognized.length / found.length).toBeGreaterThan(0.7)
    expect(right.length / recognized.length).toBeGreaterThan(0.98)
  }
})
