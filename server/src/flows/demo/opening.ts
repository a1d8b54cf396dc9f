import type { Conversation } from './conversation.ts'
import { type Manners, manners } from './manners.ts'
import type { Random } from './random.ts'
import type { Scene, Speaker, Step } from './scene.ts'
import { parseWording, say } from './wording.ts'

interface Opening {
  readonly scene: Scene
  readonly conversation: Conversation
  readonly random: Random
  readonly slots: (name: string) => string
  readonly start: number
  readonly offset: number
}

/** The first words with a salutation, as the speaker's style has it: in the same message or before it. */
export function opened(words: string, who: Speaker, opening: Opening): string[] {
  const { scene, conversation, random } = opening
  const style = conversation.seats.get(who)?.style
  const toGroup = who === 'd' || who === 'e' || conversation.type === 'group'
  if (!style || style.greeting === 'none' || toGroup || random.chance(0.3)) return [words]
  const choices = manners[scene.language][style.greeting]
  const hello = fill(random.pick(choices), who, opening)
  if (hello.endsWith('\n') || !random.chance(0.35))
    return [hello.endsWith('\n') ? hello + words : `${hello} ${words}`]
  return [hello, words]
}

/** Fills `{name}`, `{title}` and `{part}` (of the day) for a greeting by `who`. */
export function fill(template: string, who: Speaker, { slots, random, start, offset }: Opening): string {
  const hour = new Date(start + offset * 3_600_000).getUTCHours()
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

/** Words of thanks and their answer, often, where a scene does not end itself. */
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
