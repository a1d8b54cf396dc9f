/** Messages and rules for measurements, the same on every machine. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { RuleId } from '@verbatim/contract/ids.ts'
import type { MatchRule } from '@verbatim/matcher/compiled-rule.ts'

const subjects = 'we you they she he the bank our client the desk compliance everybody'.split(' ')
const words =
  `about account after again all also ask back before best buy call can check client close come deal do done
  email end even every fee few find first fund get give go good group happy have hear help here hope how idea know last
  later let like list little look lunch make market maybe mean meet more morning move much need new next nice note now
  number offer office on only open order other out over paper pay people phone plan please point portfolio position price
  question quick rate read ready really right risk room sale same say see sell send share should side soon sorry speak
  start still stock sure take talk team tell thank that there thing think this time today tomorrow trade try under until
  update use very wait want way week well will with work would year yes yesterday`.split(/\s+/)
const endings = ['', '', '', '.', '!', '?', ' :)', ' 👍', ' thx', '…']
const oddities = [
  'https://example.com/a?b=1',
  '+44 20 7946 0000',
  '12.5%',
  '$1,200',
  '10:30',
  'Café',
  '内幕消息',
  'don’t',
  'Q3',
  'a.b@example.com',
]

/** Chat as people type it, without a word of `topics`. */
export function makeMessages(random: () => number, count: number): string[] {
  return Array.from({ length: count }, () => {
    const length = 3 + Math.floor(random() ** 2 * 24)
    const parts = Array.from({ length }, () =>
      random() < 0.02 ? pick(random, oddities) : pick(random, words),
    )
    const text = `${pick(random, subjects)} ${parts.join(' ')}${pick(random, endings)}`
    return random() < 0.5 ? text.charAt(0).toUpperCase() + text.slice(1) : text
  })
}

const topics =
  `guarantee profit secret inside tip rumour announcement merger takeover results delete whatsapp signal
  personal offline promise double bonus gift cash envelope favour launder offshore shell nominee backdate ramp spoof
  squeeze front allocation churn sanction bribe kickback ticket hospitality confidential leak prospectus`.split(
    /\s+/,
  )

/** Phrases of a few words, each with one of the topics, so that no generated message contains one by chance. */
export function makePhrases(random: () => number, count: number): MatchRule[] {
  const phrases = new Set<string>()
  while (phrases.size < count) {
    const length = 1 + Math.floor(random() * 3)
    const parts = Array.from({ length }, () => pick(random, words))
    parts.splice(Math.floor(random() * (length + 1)), 0, pick(random, topics))
    phrases.add(parts.join(' '))
  }
  return [...phrases].map((pattern, index) => ({ id: idOf(index), type: 'phrase', pattern }))
}

/** Typical patterns from practice: keys and tokens of many vendors, identifiers, revealing phrases. */
const shapes = [
  (name: string) => String.raw`\b${name}_(?:live|test)_[a-zA-Z0-9]{16,64}\b`,
  (name: string) =>
    String.raw`(?i)[\w.-]{0,50}?(?:${name})(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:)[\s'"=]{0,5}([a-z0-9]{32})\b`,
  (name: string) => String.raw`(?i)\b${name}[ -]?(?:id|no|number)[ :#]{0,3}\d{6,10}\b`,
  (name: string) => String.raw`(?i)\b(?:keep|put|leave) (?:it|this|that) (?:off|out of) (?:the )?${name}\b`,
  (name: string) => String.raw`https?://(?:[a-z0-9-]+\.)*${name}\.example/[A-Za-z0-9/_-]{8,}`,
]

export function makeRegexes(count: number): MatchRule[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `${topics[index % topics.length] ?? 'secret'}${index < topics.length ? '' : index}`
    const pattern = shapes[index % shapes.length]?.(name) ?? name
    return { id: idOf(100_000 + index), type: 'regex', pattern }
  })
}

export function idOf(index: number): RuleId {
  return RuleId.parse(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
}

export function pick<Value>(random: () => number, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value
}

/** A small generator whose numbers are the same on every machine. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The texts of the reference conversations; undefined if they are absent. */
export function referenceMessages(): string[] | undefined {
  const file = fileURLToPath(
    new URL('../../../shared/data/conversations/conversations.jsonl.gz', import.meta.url),
  )
  if (!existsSync(file)) return undefined
  const lines = gunzipSync(readFileSync(file)).toString().split('\n')
  return lines
    .filter((line) => line !== '')
    .flatMap((line) => (JSON.parse(line) as { messages: { text: string }[] }).messages)
    .map(({ text }) => text)
}

/** The reference conversations, or generated chat where they are absent. */
export function benchTexts(): string[] {
  return referenceMessages() ?? makeMessages(seeded(7), 60_000)
}
