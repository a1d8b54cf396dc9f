/**
 * Content that is not text, without whom it names. Channels give it as data, under names of their own and of their providers: addresses of
 * people who are mentioned, cards, whole messages that we could not read. So only what is known to name no one is shown, however deep
 * it is; a text within it is shown like the text of a message.
 */

/** By the last part of a name; what is below a name that is not here is left out. */
const shown: ReadonlySet<string> = new Set(
  [
    // Texts that people wrote or chose.
    'quotedText quote poll pollCreate question options votedFor vote tasks button text captions',
    // How a text looks, and where.
    'styles textStyles style offset start length language emoji effect attachmentsAt unsentParts',
    // What happened, in words and numbers.
    'type messageType call callType callSeconds was is attempted status reactions consent optOut',
    'disappearingAfterSeconds expiresInSeconds deletedBefore allowMultiple selectable starts ends',
    'meetingType noticeType feedType voteType envelopeType envelopes totalCents dice value',
    'priceInStars livePeriod service',
    // A place on the map.
    'location latitude longitude',
  ].flatMap((names) => names.split(' ')),
)

type Content = Record<string, unknown>

/** Undefined if nothing of it is shown. */
export function namelessContent(structured: Content | undefined): Content | undefined {
  const kept = structured && contentOf(structured)
  return kept && Object.keys(kept).length > 0 ? kept : undefined
}

const contentOf = (content: object): Content =>
  Object.fromEntries(
    Object.entries(content).flatMap(([name, value]): [string, unknown][] => {
      const kept = shown.has(name) ? withoutPeople(value) : undefined
      return kept === undefined ? [] : [[name, kept]]
    }),
  )

function withoutPeople(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const kept = value.map(withoutPeople).filter((one) => one !== undefined)
    return kept.length > 0 ? kept : undefined
  }
  const kept = contentOf(value)
  return Object.keys(kept).length > 0 ? kept : undefined
}
