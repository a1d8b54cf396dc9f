/**
 * A regex without the parts that an automaton cannot check, so that it matches at least everything the regex does: look-around
 * and back-references are dropped, and long counts become open ones. Backwards, it reads a match from its end to its start.
 */
import { type CharClass, classOf } from '#regex/char-class.ts'
import type { Assertion, RegexNode } from '#regex/regex-node.ts'

export type Reading = 'forwards' | 'backwards'

/** @param mostCounted Counts above it are open: `\d{40}` becomes `\d{mostCounted,}`. */
export function outlineOf(node: RegexNode, reading: Reading, mostCounted: number): RegexNode {
  switch (node.kind) {
    case 'class':
    case 'empty':
    case 'assert':
      return node
    case 'look':
      return { kind: 'empty' }
    case 'back':
      return { kind: 'repeat', node: anyChar, min: 0, max: Infinity, lazy: false }
    case 'group':
      return outlineOf(node.node, reading, mostCounted)
    case 'either':
      return { kind: 'either', nodes: node.nodes.map((one) => outlineOf(one, reading, mostCounted)) }
    case 'sequence': {
      const nodes = node.nodes.map((one) => outlineOf(one, reading, mostCounted))
      return { kind: 'sequence', nodes: reading === 'backwards' ? nodes.reverse() : nodes }
    }
    case 'repeat':
      return {
        kind: 'repeat',
        node: outlineOf(node.node, reading, mostCounted),
        min: Math.min(node.min, mostCounted),
        max: node.max > mostCounted ? Infinity : node.max,
        lazy: false,
      }
  }
}

const anyChar: RegexNode = { kind: 'class', set: classOf({ negated: true }) }

/** Whether every match of a tree starts at the start of the text, or ends there if the tree was reversed. */
export function beginsAt(that: Extract<Assertion, 'text-start' | 'text-end'>, node: RegexNode): boolean {
  switch (node.kind) {
    case 'assert':
      return node.that === that
    case 'group':
      return beginsAt(that, node.node)
    case 'either':
      return node.nodes.every((one) => beginsAt(that, one))
    case 'repeat':
      return node.min > 0 && beginsAt(that, node.node)
    case 'sequence': {
      const consuming = node.nodes.findIndex(
        ({ kind }) => kind !== 'assert' && kind !== 'empty' && kind !== 'look',
      )
      const leading = node.nodes.slice(0, consuming < 0 ? undefined : consuming + 1)
      return leading.some((one) => beginsAt(that, one))
    }
    case 'class':
    case 'empty':
    case 'look':
    case 'back':
      return false
  }
}

/** All classes of a tree that are read, without those in look-around. */
export function* classesOf(node: RegexNode): Generator<CharClass> {
  if (node.kind === 'class') yield node.set
  else if (node.kind === 'back') yield classOf({ negated: true })
  else if (node.kind === 'sequence' || node.kind === 'either')
    for (const one of node.nodes) yield* classesOf(one)
  else if (node.kind === 'group' || node.kind === 'repeat') yield* classesOf(node.node)
}
