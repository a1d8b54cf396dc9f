import { type CharClass, classOf, perlClass, posixClass, type Range, unicodeClass } from './char-class.ts'

/** Reads the characters of a regex, including escapes and classes in brackets. */
export class CharReader {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  /** The class that an escape represents, after its backslash; undefined if it represents a character. */
  classEscape(): CharClass | undefined {
    const letter = this.text.charAt(this.at)
    const known = /[dswDSW]/.test(letter) ? perlClass(letter) : undefined
    if (known) {
      this.at++
      return known
    }
    const property = this.match(/^([pP])(?:\{(\^?\w+)\}|([A-Z]))/, 80)
    if (!property) return undefined
    const set = unicodeClass(property[2] ?? property[3] ?? '', property[1] === 'P')
    if (!set) throw new SyntaxError('unknown character class')
    return set
  }

  /** The code point that an escape represents, after its backslash. */
  charEscape(): number {
    const code = this.match(/^x([0-9A-Fa-f]{2})|^x\{([0-9A-Fa-f]{1,6})\}|^(0[0-7]{0,2}|[1-7][0-7]{1,2})/, 12)
    if (code) {
      const point = code[3] ? Number.parseInt(code[3], 8) : Number.parseInt(code[1] ?? code[2] ?? '', 16)
      if (point > 0x10ffff) throw new SyntaxError('no such character')
      return point
    }
    const point = this.next()
    const control = 'a\x07f\x0cn\nr\rt\tv\x0b'.indexOf(String.fromCodePoint(point))
    if (control >= 0 && control % 2 === 0) return 'a\x07f\x0cn\nr\rt\tv\x0b'.charCodeAt(control + 1)
    if (point < 0x80 && !/[0-9A-Za-z]/.test(String.fromCharCode(point))) return point
    throw new SyntaxError('invalid escape')
  }

  /** The rest of a class in brackets. */
  charClass(anyCase: boolean): CharClass {
    const negated = this.take('^')
    const ranges: Range[] = []
    const parts: CharClass[] = []
    for (let first = true; first || !this.sees(']'); first = false) {
      if (this.at >= this.text.length) throw new SyntaxError('missing ]')
      const part = this.#classPart()
      if (part) {
        parts.push({ ...part, anyCase })
        continue
      }
      const low = this.#classChar()
      const isRange = this.sees('-') && this.text.charAt(this.at + 1) !== ']'
      if (isRange) this.at++
      const high = isRange ? this.#classChar() : low
      if (high < low) throw new SyntaxError('invalid range')
      ranges.push([low, high])
    }
    this.at++
    return classOf({ ranges, parts, negated, anyCase })
  }

  #classPart(): CharClass | undefined {
    const named = this.match(/^\[:(\^?\w+):\]/, 16)
    if (named) {
      const set = posixClass(named[1] ?? '')
      if (!set) throw new SyntaxError('unknown character class')
      return set
    }
    if (!this.sees('\\')) return undefined
    this.at++
    const set = this.classEscape()
    if (!set) this.at--
    return set
  }

  #classChar(): number {
    if (!this.take('\\')) return this.next()
    if (this.take('b')) return 8
    return this.charEscape()
  }

  /** The match of `pattern` here, within the next `within` characters; it is consumed. */
  match(pattern: RegExp, within: number): RegExpExecArray | undefined {
    const found = pattern.exec(this.text.slice(this.at, this.at + within))
    if (!found) return undefined
    this.at += found[0].length
    return found
  }

  next(): number {
    const point = this.text.codePointAt(this.at)
    if (point === undefined) throw new SyntaxError('unexpected end')
    this.at += point > 0xffff ? 2 : 1
    return point
  }

  /** Whether `sign` comes next. */
  sees(sign: string): boolean {
    return this.text.startsWith(sign, this.at)
  }

  /** Reads `sign`, if it comes next. */
  take(sign: string): boolean {
    if (!this.sees(sign)) return false
    this.at += sign.length
    return true
  }
}
