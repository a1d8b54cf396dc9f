/** Content that is not text, as lines and as words. Apart from the names of kinds, because lists of messages need only those. */

type Content = Readonly<Record<string, unknown>>

/**
 * Content that is not text, as lines: every value in it, however deep, under the names that lead to it. Names are written as
 * words, and elements of a list are numbered.
 */
export const contentFacts = (structured: Content | undefined): [string, string][] =>
  factsOf(structured).map(({ label, value }) => [label, value])

/**
 * Of these lines, the values that people wrote or chose, and what programs show of what they sent: titles of links, cards, answers in
 * forms. Policies examine them, and searches find them.
 */
export const contentWords = (structured: Content | undefined): string[] =>
  factsOf(structured).flatMap(({ value, said }) => (said !== 'none' && value.trim() ? value : []))

/** What it repeats of the message that it answers. */
export const quotedWords = ({ quotedText, quote, answers }: Content): string[] =>
  contentWords({ text: quotedText, part: quote, message: answers })

interface Fact {
  readonly label: string
  readonly value: string
  /** Whether it is words, and the names below decide of theirs. */
  readonly said: 'by name' | 'unread' | 'words' | 'none'
}

/**
 * Names of what says nothing in words: how, when and by what it was sent, how it looks, and codes of the provider. What an answered message
 * said is its own text; and who is mentioned is in the text.
 */
const wordless: ReadonlySet<string> = new Set(
  [
    'type messageType contentType mimeType mimetype mediaType mediaContentType headerType style styles textStyles',
    'call callType status state attempted consent service app effect language emoji dice',
    'meetingType noticeType feedType voteType envelopeType signature viaBot sentByBot forwardedFrom',
    'mentions storyContext answersMessageOf answersStoryOf quotedText quote answers displayedRecipients',
    'writtenBy unknownReportLines latitude longitude album topic channelMetadata optOut receipt image reactions',
  ].flatMap((names) => names.split(' ')),
)
const code = /^(?:id|jid|guid|uuid)$|(?:Id|Ids|ID|Key|Hash|Sha256|Jid|Sid|Token|Secret|Guid|Uuid|_id)$/

/** Below this is what we could not read, under any names of its provider. People may have written all of it, but what is named here. */
const unread = 'fields'
/** Kinds and codes, and who wrote it and where, which the message itself says. In lower case. */
const wordlessUnread: ReadonlySet<string> = new Set(
  [
    'type messagetype msgtype contenttype mimetype mime_type language_code style styles exception',
    'from to author profilename chat sender_chat handle handles chats account source sourcename sourcenumber',
    'fromusername tousername tolist roomid msgid apiversion',
  ].flatMap((names) => names.split(' ')),
)

/** Below these, names are chosen by the author of a form or an app, and may be any; or nothing was understood of what was received. */
const freelyNamed: ReadonlySet<string> = new Set(['flow', 'interactive', 'attributes', 'payload', 'received'])

type Said = Fact['said']

function saidAt(name: string, above: Said): Said {
  if (above === 'unread') return wordlessUnread.has(name.toLowerCase()) || code.test(name) ? 'none' : above
  if (above !== 'by name') return above
  if (name === unread) return 'unread'
  if (freelyNamed.has(name)) return 'words'
  return wordless.has(name) || code.test(name) ? 'none' : 'by name'
}

const factsOf = (structured: Content | undefined) =>
  Object.entries(structured ?? {}).flatMap(([name, value]) =>
    factsIn({ label: wordsOf(name), said: saidAt(name, 'by name') }, value),
  )

function factsIn(at: Omit<Fact, 'value'>, value: unknown): Fact[] {
  const { label, said } = at
  if (value === null || value === undefined) return []
  if (typeof value === 'string') return [{ ...at, value }]
  if (typeof value !== 'object') return [{ label, said: 'none', value: JSON.stringify(value) ?? '' }]
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== 'object')
    if (isPlain)
      return value.length > 0
        ? [{ label, said: value.some(isText) ? said : 'none', value: value.join(', ') }]
        : []
    return value.flatMap((one, index) =>
      factsIn({ ...at, label: value.length > 1 ? `${label} ${index + 1}` : label }, one),
    )
  }
  return Object.entries(value).flatMap(([name, one]) =>
    factsIn({ label: `${label} ${wordsOf(name)}`, said: saidAt(name, said) }, one),
  )
}

const isText = (value: unknown) => typeof value === 'string'

const wordsOf = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
