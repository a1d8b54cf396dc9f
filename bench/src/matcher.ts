/**
 * The matcher against a loop of JavaScript's own regular expressions, in one run, on one thread: 2,000 phrases and 221
 * regexes over chat messages, generated here, and over the reference conversations where they lie beside the repository.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { RuleId } from '@verbatim/contract/ids.ts'
import type { MatchRule } from '@verbatim/server/domains/policies/compiled-rule.ts'
import { compileRules } from '@verbatim/server/domains/policies/matcher.ts'

export interface MatcherFigures {
  readonly texts: string
  readonly messages: number
  readonly compileMs: number
  /** Messages per second, median of the rounds. */
  readonly matcher: number
  readonly regexpLoop: number
  readonly times: number
}

const rounds = 5
/** A loop of RegExps is so slow that a sample of the messages must do. */
const loopSample = 1500

export function measureMatcher(): MatcherFigures[] {
  const random = seeded(20_261_121)
  const rules = [...makePhrases(random, 2000), ...makeRegexes(221)]
  const began = performance.now()
  const matcher = compileRules(rules)
  const compileMs = performance.now() - began
  const loop = rules.map(toRegExp)

  const corpora = [
    { texts: 'generated chat', messages: makeMessages(random, 60_000) },
    ...reference().map((messages) => ({ texts: 'reference conversations', messages })),
  ]
  return corpora.map(({ texts, messages }) => {
    const sample = messages.filter((_, i) => i % Math.ceil(messages.length / loopSample) === 0)
    const perSecond = { matcher: [] as number[], loop: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      perSecond.matcher.push(rate(messages, (text) => matcher.find(text).evidence.length))
      if (round < 3) perSecond.loop.push(rate(sample, (text) => countWith(loop, text)))
    }
    const figures = { matcher: median(perSecond.matcher), regexpLoop: median(perSecond.loop) }
    return {
      texts,
      messages: messages.length,
      compileMs,
      ...figures,
      times: figures.matcher / figures.regexpLoop,
    }
  })
}

function countWith(loop: readonly RegExp[], text: string): number {
  let count = 0
  for (const one of loop) if (one.test(text)) count++
  return count
}

function rate(messages: readonly string[], work: (text: string) => number): number {
  const began = performance.now()
  let sum = 0
  for (const text of messages) sum += work(text)
  if (sum < 0) throw new Error('nothing is that rare')
  return messages.length / ((performance.now() - began) / 1000)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0
}

/** As the loop would be written by hand: whole words in any case, and the regex as it is. */
function toRegExp({ type, pattern }: MatchRule): RegExp {
  if (type === 'phrase') return new RegExp(`\\b${RegExp.escape(pattern)}\\b`, 'i')
  return pattern.startsWith('(?i)') ? new RegExp(pattern.slice(4), 'i') : new RegExp(pattern)
}

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

function makeMessages(random: () => number, count: number): string[] {
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

function makePhrases(random: () => number, count: number): MatchRule[] {
  const phrases = new Set<string>()
  while (phrases.size < count) {
    const length = 1 + Math.floor(random() * 3)
    const parts = Array.from({ length }, () => pick(random, words))
    parts.splice(Math.floor(random() * (length + 1)), 0, pick(random, topics))
    phrases.add(parts.join(' '))
  }
  return [...phrases].map((pattern, index) => ({ id: idOf(index), type: 'phrase', pattern }))
}

/** Shapes of what is looked for in practice: keys and tokens of many makers, identifiers, telling turns of phrase. */
const shapes = [
  (name: string) => String.raw`\b${name}_(?:live|test)_[a-zA-Z0-9]{16,64}\b`,
  (name: string) =>
    String.raw`(?i)[\w.-]{0,50}?(?:${name})(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:)[\s'"=]{0,5}([a-z0-9]{32})\b`,
  (name: string) => String.raw`(?i)\b${name}[ -]?(?:id|no|number)[ :#]{0,3}\d{6,10}\b`,
  (name: string) => String.raw`(?i)\b(?:keep|put|leave) (?:it|this|that) (?:off|out of) (?:the )?${name}\b`,
  (name: string) => String.raw`https?://(?:[a-z0-9-]+\.)*${name}\.example/[A-Za-z0-9/_-]{8,}`,
]

function makeRegexes(count: number): MatchRule[] {
  return Array.from({ length: count }, (_, index) => {
    const name = `${topics[index % topics.length] ?? 'secret'}${index < topics.length ? '' : index}`
    const pattern = shapes[index % shapes.length]?.(name) ?? name
    return { id: idOf(100_000 + index), type: 'regex', pattern }
  })
}

function idOf(index: number): RuleId {
  return RuleId.parse(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
}

function pick<Value>(random: () => number, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value
}

/** A small generator whose numbers are the same on every machine. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The reference conversations; none where they are absent. */
function reference(): string[][] {
  const file = fileURLToPath(
    new URL('../../../shared/data/conversations/conversations.jsonl.gz', import.meta.url),
  )
  if (!existsSync(file)) return []
  const lines = gunzipSync(readFileSync(file)).toString().split('\n')
  const messages = lines
    .filter((line) => line !== '')
    .flatMap((line) => (JSON.parse(line) as { messages: { text: string }[] }).messages)
  return [messages.map(({ text }) => text)]
}

if (import.meta.main) {
  for (const { texts, messages, compileMs, matcher, regexpLoop, times } of measureMatcher()) {
    console.log(
      `${texts}: ${messages} messages, compiled in ${compileMs.toFixed(0)} ms; matcher ${Math.round(matcher)}/s, RegExp loop ${Math.round(regexpLoop)}/s, ${times.toFixed(0)} times`,
    )
  }
}
