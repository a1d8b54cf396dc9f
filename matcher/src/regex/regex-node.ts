import type { CharClass } from './char-class.ts'

/** One node of the tree of a parsed regex. */
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

export type Assertion = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word-edge' | 'no-word-edge'
