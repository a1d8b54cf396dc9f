/**
 * Scenes: the dialogues in `scenes/`. A file starts with `language: en` and is a list of scenes, each
 *
 *     # key | topic | option …
 *     c: what the client says // and, as a message of its own, what follows
 *     r?: what the representative says, half of the time
 *     > wait 2h
 *
 * Speakers: `c` client, `p` the client's partner, `r` representative, `d` and `e` colleagues, `s` the
 * subject of a mail. Lines starting with `>` act on the previous message: `edit …`, `delete`, `react 👍`,
 * `attach kind`, `also kind …` (a text besides the shown one of a mail), and `wait 10m|3h|2d` before the next. Options: `hit=policy:nature` (what a reviewer
 * would find), `end` (no closing words), `mail`. In mails `//` parts paragraphs.
 *
 * A thread takes days: `after=key,key` names the scenes that this one continues, `in=3d` how long after them. Its scenes
 * share their slots, so a new date needs a new name (`{weekday2}`).
 */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { OtherTextKind } from '@verbatim/contract/other-texts.ts'
import { type Wording, parseWording } from './wording.ts'

export const languages = ['en', 'zh', 'es', 'fr', 'de', 'pt', 'ja', 'ar'] as const
export type Language = (typeof languages)[number]

export type Speaker = 'c' | 'p' | 'r' | 'd' | 'e'

/** A reviewer's finding: a real breach, a small one worth a remark, or nothing. */
export type Nature = 'breach' | 'minor' | 'false'

export type FileKind = 'chart' | 'scan' | 'pdf' | 'csv' | 'txt'

export type Step =
  | {
      readonly kind: 'say'
      readonly who: Speaker
      readonly bubbles: readonly Wording[]
      readonly optional: boolean
    }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'edit'; readonly text: Wording }
  | { readonly kind: 'delete' }
  | { readonly kind: 'react'; readonly value: string }
  | { readonly kind: 'attach'; readonly file: FileKind }
  | { readonly kind: 'also'; readonly other: OtherTextKind; readonly text: Wording }

export interface Scene {
  readonly key: string
  readonly language: Language
  readonly topic: string
  readonly medium: 'chat' | 'mail'
  readonly subject?: Wording
  readonly speakers: ReadonlySet<Speaker>
  readonly steps: readonly Step[]
  readonly closes: boolean
  /** The keys of the scenes that this one continues. */
  readonly after: readonly string[]
  /** How long after them. */
  readonly gapMs: number
  readonly hits: readonly { readonly policy: string; readonly nature: Nature }[]
}

/** The scenes of one file. @throws Error naming a scene that cannot be parsed */
export function parseScript(text: string): Scene[] {
  const [head = '', ...blocks] = text.split(/^# /m)
  const language = languages.find((one) => head.trim() === `language: ${one}`)
  if (!language) throw new Error(`A file of scenes begins with its language, not with “${head.trim()}”`)
  return blocks.map((block) => parseScene(language, block))
}

function parseScene(language: Language, block: string): Scene {
  const [header = '', ...lines] = block.trim().split('\n')
  const [key = '', topic = '', ...options] = header.split('|').map((part) => part.trim())
  const flags = options.flatMap((option) => option.split(/\s+/))
  const written = lines.map((line) => line.trim()).filter((line) => line !== '')
  const subject = written.find((line) => line.startsWith('s: '))
  const medium = flags.includes('mail') ? 'mail' : 'chat'
  const steps = written.filter((line) => line !== subject).map((line) => parseStep(key, line, medium))
  return {
    key,
    language,
    topic,
    medium,
    ...(subject ? { subject: parseWording(subject.slice(3)) } : {}),
    speakers: new Set(steps.flatMap((step) => (step.kind === 'say' ? [step.who] : []))),
    steps,
    closes: !flags.includes('end'),
    after: valueOf(flags, 'after')?.split(',') ?? [],
    gapMs: parseWait(key, valueOf(flags, 'in') ?? '2d'),
    hits: flags.filter((flag) => flag.startsWith('hit=')).map((flag) => parseHit(key, flag.slice(4))),
  }
}

function valueOf(flags: readonly string[], name: string): string | undefined {
  return flags.find((flag) => flag.startsWith(`${name}=`))?.slice(name.length + 1)
}

function parseHit(key: string, text: string): { policy: string; nature: Nature } {
  const [policy = '', nature = ''] = text.split(':')
  if (nature !== 'breach' && nature !== 'minor' && nature !== 'false') throw new Error(`Bad hit in ${key}`)
  return { policy, nature }
}

function parseStep(key: string, line: string, medium: Scene['medium']): Step {
  const spoken = /^([cprde])(\??): (.+)$/.exec(line)
  if (spoken) {
    const [, who = '', question = '', text = ''] = spoken
    const bubbles = medium === 'mail' ? [text.replaceAll(/ ?\/\/ /g, '\n\n')] : text.split(/ ?\/\/ /)
    return {
      kind: 'say',
      who: who as Speaker,
      bubbles: bubbles.map(parseWording),
      optional: question !== '',
    }
  }
  const [, verb, rest = ''] = /^> (\w+) ?(.*)$/.exec(line) ?? []
  if (verb === 'wait') return { kind: 'wait', ms: parseWait(key, rest) }
  if (verb === 'edit') return { kind: 'edit', text: parseWording(rest) }
  if (verb === 'delete') return { kind: 'delete' }
  if (verb === 'react') return { kind: 'react', value: rest }
  if (verb === 'attach') return { kind: 'attach', file: rest as FileKind }
  if (verb === 'also') {
    const [, other, text = ''] = /^(\w+) (.+)$/.exec(rest) ?? []
    return { kind: 'also', other: OtherTextKind.parse(other), text: parseWording(text) }
  }
  throw new Error(`Scene ${key} has a line that says nothing: ${line}`)
}

const unitMs = { m: 60_000, h: hourMs, d: dayMs } as const

function parseWait(key: string, text: string): number {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(text) ?? []
  if (!count || !unit) throw new Error(`Scene ${key} waits for “${text}”`)
  return Number(count) * unitMs[unit as keyof typeof unitMs]
}
