/** The threads of the subjects: matters of one client that take days, among the other dialogues of the year. */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { inOfficeHours, startTimes } from './calendar.ts'
import type { Conversation } from './conversation.ts'
import { deskOffsets } from './groups.ts'
import type { DemoContact, DemoThread } from './organization.ts'
import { type Year, playInto } from './opened-year.ts'
import { type Language, type Scene, languages } from './scene.ts'
import { makeStorylines, type Storylines } from './storylines.ts'
import { type Subject, type SubjectKey, seasonOf, subjects } from './subjects.ts'

/** Threads of each subject that every language has, if it has that many clients. */
const threadsPerLanguage = 2

/** The start of a thread, on the desk's own clock. */
interface ThreadStart {
  readonly local: number
  readonly subject: Subject
  /** The client's language, if it matters. */
  readonly language: Language | undefined
}

interface Thread {
  readonly subject: SubjectKey
  readonly language: Language
  readonly messageKeys: string[]
  ended: boolean
  readonly conversation: Conversation
  /** The values of its slots. */
  readonly chosen: Map<string, string>
}

interface Continuation {
  readonly thread: Thread
  readonly scene: Scene
  readonly start: number
}

/** When the threads of all subjects start. */
export function threadStarts({ now, random }: Year): ThreadStart[] {
  return subjects.flatMap((subject) => {
    const own = random.fork(subject.key)
    const times = startTimes(subject.threads, now, own, (day) => seasonOf(subject, day, now))
    const fixed = languages.flatMap((language) => Array<Language>(threadsPerLanguage).fill(language))
    const spoken = own.shuffled(times.map((_, at) => fixed[at]))
    return times.map((local, at) => ({ local, subject, language: spoken[at] }))
  })
}

/** The started threads, and their remaining scenes. */
export class Threads {
  private readonly year: Year
  private readonly storylines: Storylines
  private readonly begun: Thread[] = []
  private readonly asked = new Set<string>()
  private due: Continuation[] = []

  constructor(year: Year) {
    this.year = year
    this.storylines = makeStorylines(year.scenes, year.random.fork('storylines'))
  }

  get all(): readonly DemoThread[] {
    return this.begun.map(({ subject, language, messageKeys, ended }) => ({
      subject,
      language,
      messageKeys,
      ended,
    }))
  }

  /** A client raises a subject, by chat or by mail. */
  begin({ local, subject, language }: ThreadStart): void {
    const { random, cast } = this.year
    const contact = this.clientFor(subject, local, language)
    if (!contact) return
    const { desk } = cast.representative(contact.ownerKey)
    const byMail = random.chance(0.16)
      ? this.storylines.begin(subject, 'client-mail', contact.language)
      : undefined
    const scene = byMail ?? this.storylines.begin(subject, 'direct', contact.language)
    if (!scene) return
    this.asked.add(`${subject.key}/${contact.key}`)
    const conversation = byMail
      ? cast.mail(desk, contact)
      : cast.direct(contact, contact.channels[0] ?? 'sms')
    const thread = {
      subject: subject.key,
      language: contact.language,
      messageKeys: [],
      ended: false,
      conversation,
      chosen: new Map<string, string>(),
    }
    this.begun.push(thread)
    this.play({ thread, scene, start: local - deskOffsets[desk] * hourMs })
  }

  /** Plays the scenes that are due up to `time`, and their continuations up to then. */
  continueUntil(time: number): void {
    for (;;) {
      const next = this.due.toSorted((a, b) => a.start - b.start)[0]
      if (!next || next.start > time) return
      this.due = this.due.filter((one) => one !== next)
      this.play(next)
    }
  }

  private play({ thread, scene, start }: Continuation): void {
    const { random, now } = this.year
    const { conversation, chosen } = thread
    const begin = start > conversation.freeAt ? start : conversation.freeAt + random.between(20, 150) * 60_000
    if (begin > now.getTime() - 60_000) return
    const next = this.storylines.continue(scene)
    const playing = { scene, conversation, start: begin, follows: false, ends: !next, chosen }
    thread.messageKeys.push(...playInto(this.year, playing))
    if (!next) {
      thread.ended = conversation.freeAt <= now.getTime()
      return
    }
    const offset = deskOffsets[conversation.representative.desk]
    const later = inOfficeHours(
      conversation.freeAt + next.gapMs * (0.7 + random.next() * 0.6),
      offset,
      random,
    )
    this.due.push({ thread, scene: next, start: later })
  }

  /** A client of at least three weeks who has not raised the subject yet. */
  private clientFor(
    subject: Subject,
    local: number,
    language: Language | undefined,
  ): DemoContact | undefined {
    const { popularity, since, random } = this.year
    const fitting = popularity.filter(
      ([contact]) =>
        (language === undefined || contact.language === language) &&
        (since.get(contact.key) ?? 0) < local - 21 * dayMs &&
        !this.asked.has(`${subject.key}/${contact.key}`),
    )
    return fitting.length === 0 ? undefined : random.weighted(fitting)
  }
}
