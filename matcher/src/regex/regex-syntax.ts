/**
 * Parses the syntax of regex rules into a tree: RE2's syntax plus look-around and back-references, which our own bounded
 * engine runs. Source: github.com/google/re2/wiki/Syntax.
 */
import { classOf, type Range, singleChar } from './char-class.ts'
import { CharReader } from './char-reader.ts'
import { flagsSet, noFlags, notFlags, withoutSpacing } from './regex-flags.ts'
import type { RegexNode } from './regex-node.ts'

export interface ParsedRegex {
  readonly root: RegexNode
  readonly groups: number
  /** Whether it uses features that RE2 does not support. */
  readonly extended: boolean
  /** The pattern without free spacing, `(?x)`, which RE2 does not support either; it matches the same. */
  readonly unspaced: string
}

/**
 * Parses a regex. Everything that RE2 accepts is parsed; unknown syntax is refused.
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
  readonly #in: CharReader
  #flags = noFlags
  #depth = 0
  groups = 0
  extended = false
  readonly #names = new Map<string, number>()
  /** The parts that RE2 does not support, and their replacements. */
  readonly #cuts: { readonly from: number; readonly to: number; readonly instead: string }[] = []

  constructor(text: string) {
    this.#in = new CharReader(text)
  }

  whole(): RegexNode {
    const node = this.#either()
    if (this.#in.at < this.#in.text.length) throw new SyntaxError('unexpected )')
    return node
  }

  unspaced(): string {
    let written = ''
    let at = 0
    for (const { from, to, instead } of this.#cuts) {
      written += this.#in.text.slice(at, from) + instead
      at = to
    }
    return written + this.#in.text.slice(at)
  }

  #either(): RegexNode {
    if (++this.#depth > 500) throw new SyntaxError('nested too deeply')
    const nodes = [this.#sequence()]
    while (this.#in.take('|')) nodes.push(this.#sequence())
    this.#depth--
    return nodes.length === 1 && nodes[0] ? nodes[0] : { kind: 'either', nodes }
  }

  #sequence(): RegexNode {
    const nodes: RegexNode[] = []
    for (;;) {
      this.#skipSpacing()
      if (this.#in.at >= this.#in.text.length || this.#in.sees('|') || this.#in.sees(')')) break
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
    const lazy = this.#in.take('?') !== this.#flags.ungreedy
    if (this.#in.sees('*') || this.#in.sees('+') || this.#in.sees('?'))
      throw new SyntaxError('repetition of a repetition')
    const [min, max] = counts
    return this.#repeatedAgain({ kind: 'repeat', node, min, max, lazy })
  }

  /** RE2 lets a count follow a repetition (`a*{2}` is refused, `(a*){2}` is not). */
  #repeatedAgain(node: RegexNode): RegexNode {
    const before = this.#in.at
    if (this.#counts()) throw new SyntaxError('repetition of a repetition')
    this.#in.at = before
    return node
  }

  #counts(): readonly [min: number, max: number] | undefined {
    if (this.#in.take('*')) return [0, Infinity]
    if (this.#in.take('+')) return [1, Infinity]
    if (this.#in.take('?')) return [0, 1]
    const counted = this.#in.match(/^\{(\d{1,6})(?:(,)(\d{1,6})?)?\}/, 20)
    if (!counted) return undefined
    const min = Number(counted[1])
    const max = counted[2] === undefined ? min : counted[3] === undefined ? Infinity : Number(counted[3])
    if (min > max || min > mostRepeats || (max !== Infinity && max > mostRepeats)) {
      throw new SyntaxError('invalid repeat count')
    }
    return [min, max]
  }

  /** One atom: several characters for a quotation, none for a flag setting. */
  #atom(): RegexNode | RegexNode[] | undefined {
    if (this.#in.take('(')) return this.#group()
    if (this.#in.take('[')) return { kind: 'class', set: this.#in.charClass(this.#flags.anyCase) }
    if (this.#in.take('.')) {
      const ranges = this.#flags.dotAll ? [] : [newline]
      return { kind: 'class', set: classOf({ ranges, negated: true }) }
    }
    if (this.#in.take('^')) return { kind: 'assert', that: this.#flags.lines ? 'line-start' : 'text-start' }
    if (this.#in.take('$')) return { kind: 'assert', that: this.#flags.lines ? 'line-end' : 'text-end' }
    if (this.#in.take('\\Q')) return this.#quotation()
    if (this.#in.take('\\')) return this.#escape()
    if (this.#counts()) throw new SyntaxError('missing argument to repetition')
    return this.#letter(this.#in.next())
  }

  #letter(point: number): RegexNode {
    return { kind: 'class', set: singleChar(point, this.#flags.anyCase) }
  }

  #quotation(): RegexNode[] {
    const end = this.#in.text.indexOf('\\E', this.#in.at)
    const quoted = this.#in.text.slice(this.#in.at, end < 0 ? undefined : end)
    this.#in.at = end < 0 ? this.#in.text.length : end + 2
    const letters = Array.from(quoted, (character) => this.#letter(character.codePointAt(0) ?? 0))
    const last = letters.pop()
    return last ? [...letters, this.#repeated(last)] : []
  }

  #group(): RegexNode | undefined {
    if (!this.#in.take('?')) return this.#captured(undefined)
    const look = this.#in.match(/^(<?)([=!])/, 2)
    if (look) {
      this.extended = true
      const node = this.#inside()
      return { kind: 'look', node, behind: look[1] === '<', negative: look[2] === '!' }
    }
    if (this.#in.take('P=')) return this.#namedBack(')')
    const name = this.#in.match(/^P?<(\w+)>/, 130)
    return name ? this.#captured(name[1]) : this.#flagged()
  }

  #captured(name: string | undefined): RegexNode {
    const index = ++this.groups
    if (name !== undefined) {
      if (this.#names.has(name)) throw new SyntaxError('two groups of one name')
      this.#names.set(name, index)
    }
    return { kind: 'group', node: this.#inside(), index }
  }

  /** The rest of a group up to its parenthesis, where its flags end. */
  #inside(): RegexNode {
    const flags = this.#flags
    const node = this.#either()
    if (!this.#in.take(')')) throw new SyntaxError('missing )')
    this.#flags = flags
    return node
  }

  #flagged(): RegexNode | undefined {
    const from = this.#in.at
    const written = this.#in.match(/^([\^A-Za-z]*)(?:-([A-Za-z]+))?([:)])/, 24)
    if (!written || notFlags.test(written[0])) throw new SyntaxError('unknown group')
    const [, on = '', off = '', end] = written
    const before = this.#flags
    this.#flags = flagsSet(before, on, off)
    if ((on + off).includes('x'))
      this.#cuts.push({ from, to: this.#in.at, instead: withoutSpacing(on, off) + end })
    if (end === ')') return undefined
    const node = this.#inside()
    this.#flags = before
    return node
  }

  /** Skips white space and comments, if they have no meaning. */
  #skipSpacing(): void {
    if (!this.#flags.spaced) return
    const from = this.#in.at
    const spacing = /(?:[\t\n\v\f\r ]|#[^\n]*)*/y
    spacing.lastIndex = from
    this.#in.at += spacing.exec(this.#in.text)?.[0].length ?? 0
    if (this.#in.at === from) return
    // Separate parts must not join: `\1 0` is not `\10`. A repetition applies to the part before the space.
    const instead = /^(?:[*+?)|]|\{\d+(?:,\d*)?\}|$)/.test(this.#in.text.slice(this.#in.at)) ? '' : '(?:)'
    this.#cuts.push({ from, to: this.#in.at, instead })
  }

  #escape(): RegexNode {
    const { anyCase } = this.#flags
    if (this.#in.take('A')) return { kind: 'assert', that: 'text-start' }
    if (this.#in.take('z')) return { kind: 'assert', that: 'text-end' }
    if (this.#in.take('b')) return { kind: 'assert', that: 'word-edge' }
    if (this.#in.take('B')) return { kind: 'assert', that: 'no-word-edge' }
    if (this.#in.take('k<')) return this.#namedBack('>')
    const back = this.#in.match(/^[1-9](?![0-7])/, 2)
    if (back) return this.#back(Number(back[0]))
    const set = this.#in.classEscape()
    if (set) return { kind: 'class', set: { ...set, anyCase } }
    return this.#letter(this.#in.charEscape())
  }

  #namedBack(end: string): RegexNode {
    const close = this.#in.text.indexOf(end, this.#in.at)
    const index = this.#names.get(this.#in.text.slice(this.#in.at, close))
    if (close < 0 || index === undefined) throw new SyntaxError('unknown group name')
    this.#in.at = close + 1
    return this.#back(index)
  }

  #back(index: number): RegexNode {
    if (index > this.groups) throw new SyntaxError('invalid group reference')
    this.extended = true
    return { kind: 'back', index, anyCase: this.#flags.anyCase }
  }
}
