import type { Conversation } from './conversation.ts'
import { manners } from './manners.ts'
import { fill } from './opening.ts'
import type { Random } from './random.ts'
import type { Scene, Speaker } from './scene.ts'
import { channelFooters } from './mail-footers.ts'

interface Letter {
  readonly scene: Scene
  readonly conversation: Conversation
  readonly random: Random
  readonly slots: (name: string) => string
  readonly start: number
  readonly offset: number
}

/** `words` as a mail: addressed, signed, and with the organization's footer below its own mails. */
export function mailBody(words: string, who: Speaker, first: boolean, letter: Letter): string {
  const { scene, conversation, random } = letter
  const voice = conversation.seats.get(who)
  const { mailOpens, mailCloses } = manners[scene.language]
  const address = first || random.chance(0.6) ? `${greeting(mailOpens, who, letter)}\n\n` : ''
  const firstName = voice?.name.split(' ')[0] ?? ''
  if (!voice?.ours) return `${address}${words}\n\n${random.pick(mailCloses)}\n${voice?.name ?? firstName}`
  const { title } = conversation.representative
  const signature = first ? `${voice.name}\n${title}\nHalden & Marsh Wealth` : voice.name
  const footer = first ? `\n\n--\n${channelFooters[scene.language]}` : ''
  return `${address}${words}\n\n${random.pick(mailCloses)}\n${signature}${footer}`
}

/** Colleagues are addressed by their first names, and clients by their titles. */
function greeting(opens: readonly string[], who: Speaker, letter: Letter): string {
  const internal = !letter.conversation.seats.has('c')
  if (internal) return letter.random.pick(['Hi all,', 'Team,', 'Morning all,', 'Hello everyone,'])
  const fitting = who === 'r' ? opens : opens.filter((open) => !open.includes('{title}'))
  return fill(letter.random.pick(fitting.length > 0 ? fitting : opens), who, letter)
}
