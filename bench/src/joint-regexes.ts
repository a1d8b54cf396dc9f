/**
 * Every accepted pattern of the reference at once, over the reference conversations, on one thread: how many messages a
 * second, how long one text of a million characters takes, and how long the patterns take to compile. Without the reference,
 * generated regexes and chat replace it. Times are processor times, so other work of the machine does not count. For
 * comparison Hyperscan, by a program of ours, if its library is installed.
 */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import type { MatchRule } from '@verbatim/matcher/compiled-rule.ts'
import { compileRules, type Matcher } from '@verbatim/matcher/matcher.ts'
import { compileRegex } from '@verbatim/matcher/regex/regex.ts'
import { type Claim, median, type Row } from './figures.ts'
import { benchTexts, idOf, makeRegexes } from './texts.ts'

const rounds = 5
const million = 1_000_000
/** A loop of RegExps is so slow that a sample of the messages must do. */
const loopSample = 200

export const jointRegexes: Claim = {
  name: 'joint-regexes',
  async measure({ tell }) {
    const rules = referenceRules() ?? makeRegexes(900)
    const messages = benchTexts()
    const compileMs: number[] = []
    let matcher = compileRules([])
    for (let round = 0; round < 3; round++) {
      const began = cpuMs()
      matcher = compileRules(rules)
      compileMs.push(cpuMs() - began)
    }
    tell(`${rules.length} regexes compiled in ${median(compileMs).toFixed(0)} ms`)
    tell(await besideHyperscan(rules, messages))
    const what = `${rules.length} regexes at once, one thread`
    return [messagesRow(what, matcher, { rules, messages }), millionRow(what, matcher, { rules, messages })]
  },
}

interface Load {
  readonly rules: readonly MatchRule[]
  readonly messages: readonly string[]
}

function messagesRow(what: string, matcher: Matcher, { rules, messages }: Load): Row {
  const loop = rules.flatMap(toRegExp)
  const sample = messages.filter((_, i) => i % Math.ceil(messages.length / loopSample) === 0)
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(rate(messages, (text) => matcher.find(text).evidence.length))
    if (round < 3) theirs.push(rate(sample, (text) => loop.filter((one) => one.test(text)).length))
  }
  return {
    what: `Messages judged by ${what}`,
    ours: median(ours),
    floor: median(theirs),
    against: 'a loop of RegExps',
    unit: 'per-second',
    marks: { atLeast: 100_000 },
  }
}

function millionRow(what: string, matcher: Matcher, { rules, messages }: Load): Row {
  const text = messages.join('\n').slice(0, million)
  const loop = rules.flatMap(toRegExp)
  const ours: number[] = []
  for (let round = 0; round < 3; round++) {
    const began = cpuMs()
    const { notEvaluated } = matcher.find(text)
    ours.push(cpuMs() - began)
    if (notEvaluated.length > 0) throw new Error(`${notEvaluated.length} regexes were not evaluated`)
  }
  const began = cpuMs()
  for (const line of text.split('\n')) for (const one of loop) one.test(line)
  return {
    what: `A text of 1,000,000 characters by ${what}, all of them evaluated`,
    ours: median(ours),
    floor: cpuMs() - began,
    against: 'a loop of RegExps, line by line',
    unit: 'ms',
    marks: { atMost: 4000, times: 1 },
  }
}

/** Milliseconds of the processor that this process has used. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function rate(messages: readonly string[], work: (text: string) => number): number {
  const began = cpuMs()
  let sum = 0
  for (const text of messages) sum += work(text)
  if (sum < 0) throw new Error('nothing is that rare')
  return messages.length / ((cpuMs() - began) / 1000)
}

/** Undefined if JavaScript does not know the pattern's syntax. */
function toRegExp({ pattern }: MatchRule): RegExp[] {
  const [, flags = '', rest = ''] = /^(?:\(\?([ims]+)\))?(.*)$/s.exec(pattern) ?? []
  try {
    return [new RegExp(rest, flags)]
  } catch {
    return []
  }
}

/** The reference's patterns that can be saved; undefined if they are absent. */
function referenceRules(): MatchRule[] | undefined {
  const file = fileURLToPath(new URL('../../../shared/data/policy/patterns.json.gz', import.meta.url))
  if (!existsSync(file)) return undefined
  const patterns = JSON.parse(gunzipSync(readFileSync(file)).toString()) as {
    pattern: string
    flags: string
  }[]
  return patterns
    .map(({ pattern, flags }) => (flags ? `(?${flags})${pattern}` : pattern))
    .filter(canBeSaved)
    .map((pattern, index) => ({ id: idOf(index), type: 'regex', pattern }))
}

function canBeSaved(pattern: string): boolean {
  try {
    compileRegex(pattern)
    return true
  } catch {
    return false
  }
}

/** Hyperscan's result on the same input, in words, or that it is not installed. */
async function besideHyperscan(rules: readonly MatchRule[], messages: readonly string[]): Promise<string> {
  const run = promisify(execFile)
  const folder = await mkdtemp(join(tmpdir(), 'hyperscan-'))
  const program = join(folder, 'hyperscan')
  try {
    const source = fileURLToPath(new URL('hyperscan.c', import.meta.url))
    await run('cc', ['-O2', '-o', program, source, '-lhs'])
    await writeFile(join(folder, 'patterns'), records(rules.map(({ pattern }) => pattern)))
    await writeFile(join(folder, 'messages'), records(messages))
    const { stdout } = await run(program, [join(folder, 'patterns'), join(folder, 'messages')])
    const [rate, taken, refused] = stdout.trim().split(' ').map(Number)
    return `Hyperscan: ${rate?.toLocaleString('en')} messages/s with the ${taken} it takes; it refuses ${refused}`
  } catch {
    return 'Hyperscan: not installed'
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** How many they are, then each with its length before it: 32 bits, little-endian. */
function records(texts: readonly string[]): Buffer {
  const length = (count: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(count)
    return bytes
  }
  const bodies = texts.map((text) => Buffer.from(text))
  return Buffer.concat([length(bodies.length), ...bodies.flatMap((body) => [length(body.length), body])])
}
