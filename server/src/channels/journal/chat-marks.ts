/** How mails show that they are chats: by headers that everyone uses, and by those that an account names. */
import { readHeaderLine } from '@verbatim/contract/header-lines.ts'
import { BadPattern } from '@verbatim/matcher/regex/bad-pattern.ts'
import { compileShort, type ShortRegex } from '@verbatim/matcher/regex/short-regex.ts'
import { z } from 'zod'
import type { ChannelAccount } from '#channels/connector.ts'

/** A header by which something is known. */
export interface ChatMark {
  /** In lower case. */
  readonly name: string
  /** Takes the part that counts out of its value; without it, all of that counts. */
  readonly pattern?: Pick<ShortRegex, 'size' | 'find'>
  /** The app that it means; without it, its value names the app. */
  readonly app?: string
}

export interface ChatMarks {
  /** They are only in chats. */
  readonly chat: readonly ChatMark[]
  /** Of chats: the mail has the words of several people. */
  readonly transcript: readonly ChatMark[]
  /** They have the number of a conversation. */
  readonly conversation: readonly ChatMark[]
  /** Of chats. */
  readonly people: readonly ChatMark[]
  readonly author: readonly ChatMark[]
}

const counted = /\b\d+\s+messages?\b/i

/**
 * The forms of Global Relay, whose transcripts count in their subjects, of Mattermost, which has a header of its own beside that one, and of
 * archives such as ours. Both name the people where mails do.
 */
const everyones: ChatMarks = {
  chat: [{ name: 'x-globalrelay-msgtype' }],
  transcript: [
    { name: 'subject', pattern: { size: 1, find: (subject) => counted.exec(subject) ?? undefined } },
  ],
  conversation: [{ name: 'x-conv-id' }, { name: 'x-conversation-id' }, { name: 'x-mattermost-channelid' }],
  people: [],
  author: [],
}

const lines = z.array(z.string()).default([]).catch([])
/** The fields of an account. */
const Settings = z.object({
  chatHeaders: lines,
  transcriptHeaders: lines,
  conversationHeaders: lines,
  participantHeaders: lines,
  authorHeaders: lines,
})

/** Those of the account, which count first, and those that everyone uses. */
export function chatMarksOf({ settings }: Pick<ChannelAccount, 'settings'>): ChatMarks {
  const own = Settings.parse(settings)
  return {
    chat: [...marksOf(own.chatHeaders), ...everyones.chat],
    transcript: [...marksOf(own.transcriptHeaders), ...everyones.transcript],
    conversation: [...marksOf(own.conversationHeaders), ...everyones.conversation],
    people: [...marksOf(own.participantHeaders), ...everyones.people],
    author: [...marksOf(own.authorHeaders), ...everyones.author],
  }
}

const marksOf = (written: readonly string[]) => written.flatMap((line) => markOf(line) ?? [])

/** More lines than the accounts of an installation have, unless they change all the time. */
const mostKept = 2000
/** Compiling takes longer than most searches. */
const kept = new Map<string, ChatMark | undefined>()

function markOf(line: string): ChatMark | undefined {
  if (!kept.has(line)) {
    if (kept.size >= mostKept) kept.clear()
    kept.set(line, readMark(line))
  }
  return kept.get(line)
}

/** Undefined for a line that an earlier release saved, and that the checks of today would refuse. */
function readMark(line: string): ChatMark | undefined {
  const read = readHeaderLine(line)
  if (!read) return undefined
  const { name, pattern, app } = read
  try {
    return {
      name: name.toLowerCase(),
      ...(pattern !== undefined && { pattern: compileShort(pattern) }),
      ...(app !== undefined && { app }),
    }
  } catch (error) {
    if (error instanceof BadPattern) return undefined
    throw error
  }
}
