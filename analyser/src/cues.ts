/**
 * The cues: what a phrase may indicate about a message's category (tone) or urgency (haste), in any language. Our own
 * lexicon (`lexicon/`) maps phrases to cues.
 */

/** Tone cues. Their order is their number in the fitted weights: append only, and fit again. */
export const tones = [
  'wh', // what, which, how
  'aux', // is, do, have: opens a question
  'modal', // can, could, would
  'you',
  'your',
  'me',
  'my',
  'they',
  'tag', // right?, 吗
  'anyone',
  'please',
  'want',
  'act', // verbs of requests to others
  'tell', // let me know, show me
  'shall',
  'thanks',
  'thankful', // thanks for <something good>
  'praise',
  'love',
  'acclaim', // well done, kudos
  'better', // now it works, resolved
  'dire', // worst, terrible
  'bad', // disappointed, slow, wrong
  'insult',
  'broken', // fails, crashed, not working
  'undone', // never received, still waiting
  'delay',
  'loss', // overcharged, stolen, refund
  'blame', // unacceptable, shame on you
  'leaving', // never again, switching
  'grievance', // complaint, 投诉
  'not',
  'still',
  'span', // days, weeks
  'party', // staff, support, driver
  'thing', // order, delivery, account
  'greeting',
  'agree', // ok, yes
  'report', // fyi, attached, has been
  'smile',
  'frown',
  'laugh',
  'why',
  'problem',
  'offer', // i will, we can
  'hedge', // i think, maybe
  'sorry',
] as const
export type Tone = (typeof tones)[number]

/** Nearly every complaint has one of these tones: something went wrong. Each also occurs in ordinary talk. */
export const aggrieved: readonly Tone[] = ['bad', 'broken', 'undone', 'delay', 'loss', 'frown', 'problem']

/** Tones that nearly always mean a grievance. */
export const angry: readonly Tone[] = ['dire', 'insult', 'blame', 'leaving', 'grievance']

/** Haste cues; their weights are rules, in `urgency.ts`. */
export const hastes = [
  'danger',
  'fraud',
  'legal',
  'money',
  'immediate',
  'deadline',
  'today',
  'soon',
  'outage',
  'escalation',
  'grave',
  'calm',
] as const
export type Haste = (typeof hastes)[number]

/** Phrases by cue, comma-separated. A phrase of six letters and `*` means every word with this start; `0` means any number. */
export interface Lexicon {
  readonly tone: Partial<Record<Tone, string>>
  readonly haste: Partial<Record<Haste, string>>
}
