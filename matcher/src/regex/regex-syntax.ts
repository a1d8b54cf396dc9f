/**
 * The syntax of regex rules as a tree: RE2's, and beyond it look-around and back-references, which our own bounded
 * engine runs. Source: github.com/google/re2/wiki/Syntax.
 */
import {
  type CharClass,
  classOf,
  perlClass,
  posixClass,
  type Range,
  singleChar,
  unicodeClass,
} from './char-class.ts'
import { flagsSet, noFlags, notFlags, withoutSpacing } from './regex-flags.ts'

export type Assertion = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word-edge' | 'no-word-edge'

/** One node of a regex. */
export type RegexNode =
  | { readonly kind: 'empty' }
  | { readonly kind: 'class'; readonly set: CharClass }
  | { readonly kind: 'sequence'; readonly nodes: readonly RegexNode[] }
  | { readonly kind: 'either'; readonly nodes: readonly RegexNode[] }
  | {
      readonly kind: 'repeat'
      readonly node: RegexNode
      readonly min: number
      readonly max: number
      readonly lazy: boolean
    }
  | { readonly kind: 'group'; readonly node: RegexNode; readonly index: number }
  | { readonly kind: 'assert'; readonly that: Assertion }
  | { readonly kind: 'look'; readonly node: RegexNode; readonly behind: boolean; readonly negative: boolean }
  | { readonly kind: 'back'; readonly index: number; readonly anyCase: boolean }

export interface ParsedRegex {
  readonly root: RegexNode
  readonly groups: number
  /** It uses what RE2 leaves out. */
  readonly extended: boolean
  /** The pattern without free spacing, `(?x)`, which RE2 does not know either; it matches the same. */
  readonly unspaced: string
}

/**
 * Parses a regex. What RE2 accepts is parsed; what nothing here knows is refused.
 * @throws SyntaxError
 */
export function parseRegex(pattern: string): ParsedRegex {
  const parser = new Parser(pattern)
  const root = parser.whole()
  return { root, groups: parser.groups, extended: parser.extended, unspaced: parser.unspaced() }
}

const newline: Range = [10, 10]
/** RE2's own limit on a repetition's counts. */
const mostRepeats = 1000

class Parser {
  readonly #text: string
  #at = 0
  #flags = noFlags
  #depth = 0
  groups = 0
  extended = false
  readonly #names = new Map<string, number>()
  /** What RE2 must not see, and what it sees instead. */
  readonly #cuts: { readonly from: number; readonly to: number; readonly instead: string }[] = []

  constructor(text: string) {
    this.#text = text
  }

  whole(): RegexNode {
    const node = this.#either()
    if (this.#at < this.#text.length) throw new SyntaxError('unexpected )')
    return node
  }

  unspaced(): string {
    let written = ''
    let at = 0
    for (const { from, to, instead } of this.#cuts) {
      written += this.#text.slice(at, from) + instead
      at = to
    }
    return written + this.#text.slice(at)
  }

  #either(): RegexNode {
    if (++this.#depth > 500) throw new SyntaxError('nested too deeply')
    const nodes = [this.#sequence()]
    while (this.#take('|')) nodes.push(this.#sequence())
    this.#depth--
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'either', nodes }
  }

  #sequence(): RegexNode {
    const nodes: RegexNode[] = []
    for (;;) {
      this.#skipSpacing()
      if (this.#at >= this.#text.length || this.#sees('|') || this.#sees(')')) break
      const node = this.#atom()
      if (node) nodes.push(...(Array.isArray(node) ? node : [this.#repeated(node)]))
    }
    if (nodes.length === 0) return { kind: 'empty' }
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'sequence', nodes }
  }

  #repeated(node: RegexNode): RegexNode {
    this.#skipSpacing()
    const counts = this.#counts()
    if (!counts) return node
    const lazy = this.#take('?') !== this.#flags.ungreedy
    if (this.#sees('*') || this.#sees('+') || this.#sees('?'))
      throw new SyntaxError('repetition of a repetition')
    const [min, max] = counts
    return this.#repeatedAgain({ kind: 'repeat', node, min, max, lazy })
  }

  /** RE2 lets a count follow a repetition (`a*{2}` is refused, `(a*){2}` is not). */
  #repeatedAgain(node: RegexNode): RegexNode {
    const before = this.#at
    if (this.#counts()) throw new SyntaxError('repetition of a repetition')
    this.#at = before
    return node
  }

  #counts(): readonly [min: number, max: number] | undefined {
    if (this.#take('*')) return [0, Infinity]
    if (this.#take('+')) return [1, Infinity]
    if (this.#take('?')) return [0, 1]
    const counted = /^\{(\d{1,6})(?:(,)(\d{1,6})?)?\}/.exec(this.#text.slice(this.#at, this.#at + 20))
    if (!counted) return undefined
    this.#at += counted[0].length
    const min = Number(counted[1])
    const max = counted[2] === undefined ? min : counted[3] === undefined ? Infinity : Number(counted[3])
    if (min > max || min > mostRepeats || (max !== Infinity && max > mostRepeats)) {
      throw new SyntaxError('invalid repeat count')
    }
    return [min, max]
  }

  /** One atom; several characters for a quotation, none for a setting of flags. */
  #atom(): RegexNode | RegexNode[] | undefined {
    if (this.#take('(')) return this.#group()
    if (this.#take('[')) return { kind: 'class', set: this.#class() }
    if (this.#take('.')) {
      const ranges = this.#flags.dotAll ? [] : [newline]
      return { kind: 'class', set: classOf({ ranges, negated: true }) }
    }
    if (this.#take('^')) return { kind: 'assert', that: this.#flags.lines ? 'line-start' : 'text-start' }
    if (this.#take('$')) return { kind: 'assert', that: this.#flags.lines ? 'line-end' : 'text-end' }
    if (this.#take('\\Q')) return this.#quotation()
    if (this.#take('\\')) return this.#escape()
    if (this.#counts()) throw new SyntaxError('missing argument to repetition')
    return this.#letter(this.#next())
  }

  #letter(point: number): RegexNode {
    return { kind: 'class', set: singleChar(point, this.#flags.anyCase) }
  }

  #quotation(): RegexNode[] {
    const end = this.#text.indexOf('\\E', this.#at)
    const quoted = this.#text.slice(this.#at, end < 0 ? undefined : end)
    this.#at = end < 0 ? this.#text.length : end + 2
    const letters = Array.from(quoted, (character) => this.#letter(character.codePointAt(0) ?? 0))
    const last = letters.pop()
    return last ? [...letters, this.#repeated(last)] : []
  }

  #group(): RegexNode | undefined {
    if (!this.#take('?')) return this.#captured(undefined)
    const look = /^(<?)([=!])/.exec(this.#text.slice(this.#at, this.#at + 2))
    if (look) {
      this.#at += look[0].length
      this.extended = true
      const node = this.#inside()
      return { kind: 'look', node, behind: look[1] === '<', negative: look[2] === '!' }
    }
    if (this.#take('P=')) return this.#namedBack(')')
    const name = /^P?<(\w+)>/.exec(this.#text.slice(this.#at, this.#at + 130))
    if (name) {
      this.#at += name[0].length
      return this.#captured(name[1])
    }
    return this.#flagged()
  }

  #captured(name: string | undefined): RegexNode {
    const index = ++this.groups
    if (name !== undefined) {
      if (this.#names.has(name)) throw new SyntaxError('two groups of one name')
      this.#names.set(name, index)
    }
    return { kind: 'group', node: this.#inside(), index }
  }

  /** The rest of a group to its parenthesis, whose flags end with it. */
  #inside(): RegexNode {
    const flags = this.#flags
    const node = this.#either()
    if (!this.#take(')')) throw new SyntaxError('missing )')
    this.#flags = flags
    return node
  }

  #flagged(): RegexNode | undefined {
    const from = this.#at
    const written = /^([\^A-Za-z]*)(?:-([A-Za-z]+))?([:)])/.exec(this.#text.slice(from, from + 24))
    if (!written || notFlags.test(written[0])) throw new SyntaxError('unknown group')
    const [all, on = '', off = '', end] = written
    this.#at += all.length
    const before = this.#flags
    this.#flags = flagsSet(before, on, off)
    if ((on + off).includes('x'))
      this.#cuts.push({ from, to: this.#at, instead: withoutSpacing(on, off) + end })
    if (written[3] === ')') return undefined
    const node = this.#inside()
    this.#flags = before
    return node
  }

  /** Passes over white space and comments, where they mean nothing. */
  #skipSpacing(): void {
    if (!this.#flags.spaced) return
    const from = this.#at
    const spacing = /(?:[\t\n\v\f\r ]|#[^\n]*)*/y
    spacing.lastIndex = from
    this.#at += spacing.exec(this.#text)?.[0].length ?? 0
    if (this.#at === from) return
    // Separated parts must not join: `\1 0` is not `\10`. A repetition applies to the part before the space.
    const instead = /^(?:[*+?)|]|\{\d+(?:,\d*)?\}|$)/.test(this.#text.slice(this.#at)) ? '' : '(?:)'
    this.#cuts.push({ from, to: this.#at, instead })
  }

  #escape(): RegexNode {
    const { anyCase } = this.#flags
    if (this.#take('A')) return { kind: 'assert', that: 'text-start' }
    if (this.#take('z')) return { kind: 'assert', that: 'text-end' }
    if (this.#take('b')) return { kind: 'assert', that: 'word-edge' }
    if (this.#take('B')) return { kind: 'assert', that: 'no-word-edge' }
    if (this.#take('k<')) return this.#namedBack('>')
    const back = /^[1-9](?![0-7])/.exec(this.#text.slice(this.#at, this.#at + 2))
    if (back) {
      this.#at++
      return this.#back(Number(back[0]))
    }
    const set = this.#classEscape()
    if (set) return { kind: 'class', set: { ...set, anyCase } }
    return this.#letter(this.#charEscape())
  }

  #namedBack(end: string): RegexNode {
    const close = this.#text.indexOf(end, this.#at)
    const index = this.#names.get(this.#text.slice(this.#at, close))
    if (close < 0 || index === undefined) throw new SyntaxError('unknown group name')
    this.#at = close + 1
    return this.#back(index)
  }

  #back(index: number): RegexNode {
    if (index > this.groups) throw new SyntaxError('invalid group reference')
    this.extended = true
    return { kind: 'back', index, anyCase: this.#flags.anyCase }
  }

  #classEscape(): CharClass | undefined {
    const letter = this.#text.charAt(this.#at)
    const known = /[dswDSW]/.test(letter) ? perlClass(letter) : undefined
    if (known) {
      this.#at++
      return known
    }
    const property = /^([pP])(?:\{(\^?\w+)\}|([A-Z]))/.exec(this.#text.slice(this.#at, this.#at + 80))
    if (!property) return undefined
    this.#at += property[0].length
    const set = unicodeClass(property[2] ?? property[3] ?? '', property[1] === 'P')
    if (!set) throw new SyntaxError('unknown character class')
    return set
  }

  /** The code point that an escape represents, after its backslash. */
  #charEscape(): number {
    const rest = this.#text.slice(this.#at, this.#at + 12)
    const code = /^x([0-9A-Fa-f]{2})|^x\{([0-9A-Fa-f]{1,6})\}|^(0[0-7]{0,2}|[1-7][0-7]{1,2})/.exec(rest)
    if (code) {
      this.#at += code[0].length
      const point = code[3] ? Number.parseInt(code[3], 8) : Number.parseInt(code[1] ?? code[2] ?? '', 16)
      if (point > 0x10ffff) throw new SyntaxError('no such character')
      return point
    }
    const point = this.#next()
    const control = 'a\x07f\x0cn\nr\rt\tv\x0b'.indexOf(String.fromCodePoint(point))
    if (control >= 0 && control % 2 === 0) return 'a\x07f\x0cn\nr\rt\tv\x0b'.charCodeAt(control + 1)
    if (point < 0x80 && !/[0-9A-Za-z]/.test(String.fromCharCode(point))) return point
    throw new SyntaxError('invalid escape')
  }

  #class(): CharClass {
    const negated = this.#take('^')
    const ranges: Range[] = []
    const parts: CharClass[] = []
    for (let first = true; first || !this.#sees(']'); first = false) {
      if (this.#at >= this.#text.length) throw new SyntaxError('missing ]')
      const part = this.#classPart()
      if (part) {
        parts.push({ ...part, anyCase: this.#flags.anyCase })
        continue
      }
      const low = this.#classChar()
      const isRange = this.#sees('-') && this.#text.charAt(this.#at + 1) !== ']'
      if (isRange) this.#at++
      const high = isRange ? this.#classChar() : low
      if (high < low) throw new SyntaxError('invalid range')
      ranges.push([low, high])
    }
    this.#at++
    return classOf({ ranges, parts, negated, anyCase: this.#flags.anyCase })
  }

  #classPart(): CharClass | undefined {
    const named = /^\[:(\^?\w+):\]/.exec(this.#text.slice(this.#at, this.#at + 16))
    if (named) {
      const set = posixClass(named[1] ?? '')
      if (!set) throw new SyntaxError('unknown character class')
      this.#at += named[0].length
      return set
    }
    if (!this.#sees('\\')) return undefined
    this.#at++
    const set = this.#classEscape()
    if (!set) this.#at--
    return set
  }

  #classChar(): number {
    if (!this.#take('\\')) return this.#next()
    if (this.#take('b')) return 8
    return this.#charEscape()
  }

  #next(): number {
    const point = this.#text.codePointAt(this.#at)
    if (point === undefined) throw new SyntaxError('unexpected end')
    this.#at += point > 0xffff ? 2 : 1
    return point
  }

  #sees(sign: string): boolean {
    return this.#text.startsWith(sign, this.#at)
  }

  #take(sign: string): boolean {
    if (!this.#sees(sign)) return false
    this.#at += sign.length
    return true
  }
}
