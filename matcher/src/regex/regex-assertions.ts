import type { Assertion } from './regex-node.ts'

/** Whether `at` is between the two halves of one character. */
export function isInsidePair(text: string, at: number): boolean {
  return at > 0 && (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
}

/** Whether an assertion is true at an offset. Words are ASCII words, as in RE2. */
export function holds(that: Assertion | undefined, text: string, at: number): boolean {
  switch (that) {
    case 'text-start':
      return at === 0
    case 'text-end':
      return at === text.length
    case 'line-start':
      return at === 0 || text.charCodeAt(at - 1) === 10
    case 'line-end':
      return at === text.length || text.charCodeAt(at) === 10
    case 'word-edge':
      return isWord(text, at - 1) !== isWord(text, at)
    case 'no-word-edge':
      return isWord(text, at - 1) === isWord(text, at)
    case undefined:
      return false
  }
}

function isWord(text: string, at: number): boolean {
  const unit = at < 0 || at >= text.length ? 0 : text.charCodeAt(at)
  return (
    (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57) || unit === 95
  )
}
