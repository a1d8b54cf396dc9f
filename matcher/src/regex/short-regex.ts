import { RE2JS } from 're2js'
import { BadPattern } from './bad-pattern.ts'
import { UnknownFlag } from './regex-flags.ts'
import type { RegexNode } from './regex-node.ts'
import { type ParsedRegex, parseRegex } from './regex-syntax.ts'

/** A pattern that takes a part out of short texts, in linear time. */
export interface ShortRegex {
  /** A search takes at most so many steps for each character. */
  readonly size: number
  /** What the groups of the first match took or, if it has none, the match itself; undefined if nothing matches. */
  find(text: string): readonly string[] | undefined
}

/** More than a pattern for one line needs, and little enough that many can run on each mail. */
const largest = 500

/**
 * Compiles a pattern in RE2's own syntax: without look-around and back-references, which cannot be read in linear time while groups are kept.
 * Its size is known before it is compiled, so that no pattern takes long even then.
 * @throws BadPattern
 */
export function compileShort(pattern: string): ShortRegex {
  const { root, extended, unspaced } = parse(pattern)
  const size = sizeOf(root)
  if (extended || size > largest) throw new BadPattern()
  const regex = compile(unspaced)
  return { size, find: (text) => partsOf(regex, text) }
}

function partsOf(regex: RE2JS, text: string): readonly string[] | undefined {
  const matcher = regex.matcher(text)
  if (!matcher.find()) return undefined
  const groups: string[] = []
  for (let index = 1; index <= matcher.groupCount(); index++) {
    const group = matcher.group(index)
    if (group !== null) groups.push(group)
  }
  return groups.length > 0 ? groups : [matcher.group() ?? '']
}

function parse(pattern: string): ParsedRegex {
  try {
    return parseRegex(pattern)
  } catch (error) {
    throw new BadPattern(error, error instanceof UnknownFlag ? error.flag : undefined)
  }
}

function compile(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern)
  } catch (error) {
    throw new BadPattern(error)
  }
}

/** How many instructions it has, counted without making them: a count within a count multiplies. */
function sizeOf(node: RegexNode): number {
  switch (node.kind) {
    case 'sequence':
    case 'either':
      return node.nodes.reduce((sum, one) => sum + 1 + sizeOf(one), 0)
    case 'repeat':
      return (node.max === Infinity ? node.min + 1 : Math.max(node.max, 1)) * (1 + sizeOf(node.node))
    case 'group':
    case 'look':
      return 2 + sizeOf(node.node)
    case 'empty':
    case 'class':
    case 'assert':
    case 'back':
      return 1
  }
}
