import type { Nature } from './scene.ts'
import texts from './review-words.json' with { type: 'json' }

/** A reviewer's remarks; with `about`, on messages that match it. `{name}` is the representative. */
export type Remark = string | { readonly about: string; readonly text: string }

type Words = Readonly<Record<Nature, readonly Remark[]>>

interface ReviewWords {
  /** The first look, when a reviewer claims an event. */
  readonly taking: readonly string[]
  readonly escalating: readonly string[]
  /** If the author deleted a message of the event. */
  readonly escalatingDeleted: readonly string[]
  readonly reopening: readonly string[]
  /** When a sample is read again by another reviewer, and what they find. */
  readonly sampling: readonly string[]
  readonly secondReading: { readonly same: readonly string[]; readonly different: readonly string[] }
  /** Used if a policy has no text for the finding. */
  readonly plainly: Words
  /** Texts by the key of the policy. A remark about the message is preferred; the others fit any finding of the policy. */
  readonly decisions: Readonly<Record<string, Words>>
}

/** Texts of reviewers: general ones, and some for each policy. */
export const reviewWords: ReviewWords = texts
