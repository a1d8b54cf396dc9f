/** The words around a scene: salutations before it, closing words after it, and how mails begin and end. */
import type { Language } from './scene.ts'
import texts from './manners.json' with { type: 'json' }

export interface Manners {
  /** Before the first message, ending with its own punctuation; `{name}` is the addressed person. */
  readonly formal: readonly string[]
  readonly casual: readonly string[]
  /** Said between two matters, by the person who raises the next one. */
  readonly bridges: readonly string[]
  /** The client's last words, and the representative's answer. */
  readonly clientCloses: readonly string[]
  readonly representativeCloses: readonly string[]
  readonly mailOpens: readonly string[]
  readonly mailCloses: readonly string[]
}

export const manners: Readonly<Record<Language, Manners>> = texts
