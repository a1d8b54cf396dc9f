import { hourMs } from '@verbatim/contract/durations.ts'
import type { Conversation } from './conversation.ts'
import { type Manners, manners } from './manners.ts'
import type { Random } from './random.ts'
import type { Scene, Speaker, Step } from './scene.ts'
import type { Style } from './style.ts'
import { parseWording, say } from './wording.ts'

interface Opening {
  readonly scene: Scene
  readonly conversation: Conversation
  readonly random: Random
  readonly slots: (name: string) => string
  readonly start: number
  readonly offset: number
  /** Whether this matter directly follows another one. */
  readonly follows: boolean
}

/** The first words with a salutation in the speaker's style, in the same message or before it. */
export function opened(words: string, who: Speaker, opening: Opening): string[] {
  const { scene, conversation, random, follows } = opening
  const style = conversation.seats.get(who)?.style
  if (!style || conversation.type === 'group') return [words]
  if (!follows && (style.greeting === 'none' || random.chance(0.3))) return [words]
  const choices = follows ? manners[scene.language].bridges : manners[scene.language][formality(style)]
  const hello = fill(random.pick(choices), who, opening)
  if (hello.endsWith('\n')) return [hello + words]
  const apart = random.chance(0.3) || /[\p{L}\p{N}]$/u.test(hello)
  return apart && !follows ? [hello, words] : [`${hello} ${words}`]
}

function formality({ greeting }: Style): 'formal' | 'casual' {
  return greeting === 'formal' ? 'formal' : 'casual'
}

/** Fills `{name}`, `{title}` and `{part}` (of the day) for a greeting by `who`. */
export function fill(
  template: string,
  who: Speaker,
  { slots, random, start, offset }: Pick<Opening, 'slots' | 'random' | 'start' | 'offset'>,
): string {
  const hour = new Date(start + offset * hourMs).getUTCHours()
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  const fitting = part === 'morning' ? template : template.replace(/^Morning /, 'Hi ')
  return say(
    parseWording(fitting),
    (name) => {
      if (name === 'part') return part
      return slots(who === 'r' ? (name === 'title' ? 'title' : 'client') : 'rep')
    },
    random,
  )
}

/** Words of thanks and their answer, often, if a scene does not end itself. */
export function closingSteps(scene: Scene, conversation: Conversation, random: Random): Step[] {
  const client = conversation.seats.get('c')
  if (scene.medium === 'mail' || !scene.closes || !client?.style.thanks || !conversation.seats.has('r'))
    return []
  const lastSpeaker = scene.steps.findLast((step) => step.kind === 'say')?.who
  const thanks = closing('c', manners[scene.language], random)
  const answer = closing('r', manners[scene.language], random)
  if (lastSpeaker === 'c') return random.chance(0.35) ? [answer] : []
  if (!random.chance(0.62)) return []
  return random.chance(0.45) ? [thanks, answer] : [thanks]
}

function closing(who: 'c' | 'r', { clientCloses, representativeCloses }: Manners, random: Random): Step {
  const words = random.pick(who === 'c' ? clientCloses : representativeCloses)
  const named = words.replaceAll('{name}', who === 'c' ? '{rep}' : '{client}').replaceAll('{part}', 'day')
  return { kind: 'say', who, bubbles: [parseWording(named)], optional: false }
}
