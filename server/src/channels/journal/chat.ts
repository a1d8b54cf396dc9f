import { decodeWords } from '@verbatim/documents/mail/encoded-words.ts'
import { header, type Mail, type Mailbox, parsePeople } from '@verbatim/documents/mail/mail.ts'
import type { ChatMark, ChatMarks } from './chat-marks.ts'

/** A mailbox, or only a name or number by which an app knows someone. */
export type ChatPerson = Partial<Mailbox>

/** What the headers of a mail say of a chat. */
interface ChatFacts {
  /** The number of its conversation, which mails that are no chats may have, too. */
  readonly conversation?: string
  /** Absent if it is no chat. */
  readonly chat?: Chat
  /** Some patterns were not tried, because its headers are too long for all of them. */
  readonly isCutOff: boolean
}

export interface Chat {
  readonly app?: string
  /** The mail has the words of several people. */
  readonly isTranscript: boolean
  readonly author?: ChatPerson
  /** Empty if no header names them. */
  readonly people: readonly ChatPerson[]
}

/** For all patterns on one mail: a hundred times what mails take. */
const mostSteps = 1_000_000

/** Recognizes a chat by its headers. */
export function readChat(mail: Mail, marks: ChatMarks): ChatFacts {
  const budget = { steps: mostSteps }
  const find = (mark: ChatMark): string | undefined => {
    const value = header(mail, mark.name)
    return value === undefined ? undefined : partsOf(mark, value, budget)?.[0]
  }
  const people = (those: readonly ChatMark[]) =>
    those.flatMap((mark) =>
      mail.headers
        .filter(({ name }) => name === mark.name)
        .flatMap(({ value }) => partsOf(mark, value, budget) ?? [])
        .flatMap((found) => parsePeople(withoutParentheses(found))),
    )
  const conversation = firstOf(marks.conversation, find, (found) => found !== '')?.found
  const marked = firstOf(marks.chat, find)
  const app = marked && (marked.mark.app ?? marked.found)
  const author = marked && people(marks.author)[0]
  const chat = marked && {
    ...(app && { app }),
    isTranscript: firstOf(marks.transcript, find) !== undefined,
    ...(author && { author }),
    people: people(marks.people),
  }
  return { ...(conversation && { conversation }), ...(chat && { chat }), isCutOff: budget.steps < 0 }
}

/** In a list of mailboxes, parentheses are comments, also those of an area code. */
const withoutParentheses = (written: string) => written.replaceAll(/(\+\d[\d\s.-]*)\((\d[\d\s]*)\)/g, '$1$2')

/** The first mark that a mail has, and what it found. */
function firstOf(
  marks: readonly ChatMark[],
  find: (mark: ChatMark) => string | undefined,
  counts: (found: string) => boolean = () => true,
): { readonly mark: ChatMark; readonly found: string } | undefined {
  for (const mark of marks) {
    const found = find(mark)
    if (found !== undefined && counts(found)) return { mark, found }
  }
  return undefined
}

/** The parts of a value that count. Patterns read it as people do. */
function partsOf(
  { pattern }: ChatMark,
  value: string,
  budget: { steps: number },
): readonly string[] | undefined {
  if (!pattern) return [value]
  if (budget.steps < 0) return undefined
  const text = decodeWords(value)
  budget.steps -= pattern.size * (text.length + 1)
  return budget.steps < 0 ? undefined : pattern.find(text)
}
