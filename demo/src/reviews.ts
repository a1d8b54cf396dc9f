/**
 * The plan of the reviewers' work: the actions on each raised event, with time, reviewer
 * and text. `seed.ts` carries it out with the same commands that people use.
 */
import { dayMs, hourMs } from '@verbatim/contract/durations.ts'
import { type Random, seededRandom } from './random.ts'
import { type Remark, reviewWords } from './review-words.ts'
import type { Nature } from './scene.ts'

export interface ReviewedEvent {
  readonly policyKey: string
  /** Counts the policy's events from the oldest, from 0. */
  readonly ordinal: number
  readonly raisedAt: Date
  /** From the findings; undefined if no breach was planned: reviewers find nothing. */
  readonly nature: Nature | undefined
  /** First name of the representative concerned. */
  readonly representative: string
  /** The words that the policy matched. */
  readonly said: string
  /** Whether their author deleted any of them. */
  readonly wasDeleted: boolean
}

export interface ReviewStep {
  readonly at: Date
  /** Key of the platform user who acts. */
  readonly by: string
  readonly status?: 'in_review' | 'escalated' | 'resolved' | 'dismissed' | 'new'
  readonly disposition?: 'compliant' | 'questionable' | 'non_compliant' | 'false_positive' | 'duplicate'
  readonly assignee?: string
  readonly comment?: string
  /** Attached to the comment. */
  readonly file?: ReviewFile
}

export type ReviewFile = 'interview' | 'register' | 'note'

/** The reviewers' actions on the event until `now`, in order. Many of the newest events are still new. */
export function planReview(seed: string, event: ReviewedEvent, now: Date): ReviewStep[] {
  const random = seededRandom(`${seed}/review/${event.policyKey}/${event.ordinal}`)
  const ageDays = (now.getTime() - event.raisedAt.getTime()) / dayMs
  const stage = stageOf(ageDays, random)
  if (stage === 'new') return []
  const reviewer = reviewerFor(event, random)
  const steps = [taking(event, reviewer, random)]
  if (stage !== 'in review') steps.push(...deciding(event, reviewer, stage, random))
  return spaced(steps, event.raisedAt, random).filter(({ at }) => at.getTime() < now.getTime())
}

type Stage = 'new' | 'in review' | 'escalated' | 'decided' | 'reopened'

/** The older an event, the more likely it is decided. */
function stageOf(ageDays: number, random: Random): Stage {
  if (ageDays < 1.5)
    return random.weighted([
      ['new', 80],
      ['in review', 20],
    ])
  if (ageDays < 8)
    return random.weighted([
      ['new', 46],
      ['in review', 26],
      ['escalated', 10],
      ['decided', 18],
    ])
  if (ageDays < 35)
    return random.weighted([
      ['new', 14],
      ['in review', 22],
      ['escalated', 12],
      ['decided', 50],
      ['reopened', 2],
    ])
  return random.weighted([
    ['new', 1],
    ['in review', 2],
    ['escalated', 3],
    ['decided', 91],
    ['reopened', 3],
  ])
}

function reviewerFor({ policyKey }: ReviewedEvent, random: Random): string {
  if (policyKey === 'mnpi-chinese') return 'compliance-asia'
  return random.weighted([
    ['compliance-officer', 70],
    ['compliance-head', 30],
  ])
}

type Planned = Omit<ReviewStep, 'at'> & { readonly afterHours: number }

function taking(event: ReviewedEvent, by: string, random: Random): Planned {
  const step: Planned = { by, status: 'in_review', assignee: by, afterHours: 3 }
  return random.chance(0.4) ? { ...step, comment: named(random.pick(reviewWords.taking), event) } : step
}

function deciding(event: ReviewedEvent, by: string, stage: Stage, random: Random): Planned[] {
  const grave = event.nature === 'breach'
  const escalates = stage === 'escalated' || (grave && random.chance(0.35))
  const escalation: Planned = {
    by,
    status: 'escalated',
    assignee: 'compliance-head',
    comment: named(
      random.pick(event.wasDeleted ? reviewWords.escalatingDeleted : reviewWords.escalating),
      event,
    ),
    afterHours: 20,
  }
  if (stage === 'escalated') return [escalation]
  const decision = decide(event, escalates ? 'compliance-head' : by, random)
  const path = escalates ? [escalation, decision] : [decision]
  const reader = secondReaderOf(decision.by)
  if (stage === 'reopened')
    return [
      ...path,
      { by: reader, status: 'in_review', comment: random.pick(reviewWords.reopening), afterHours: 90 },
    ]
  return random.chance(0.07) ? [...path, ...readingAgain(decision, reader, random)] : path
}

const secondReaderOf = (by: string) => (by === 'compliance-head' ? 'compliance-officer' : 'compliance-head')

/** What a second reader decides who does not agree. */
const otherwise: Readonly<Record<string, NonNullable<ReviewStep['disposition']>>> = {
  non_compliant: 'questionable',
  questionable: 'non_compliant',
  compliant: 'questionable',
  false_positive: 'questionable',
}

/** A sample of the decisions is read again by another reviewer, who does not always agree. */
function readingAgain({ status, disposition = 'compliant' }: Planned, by: string, random: Random): Planned[] {
  const agrees = random.chance(0.6)
  const { same, different } = reviewWords.secondReading
  const reading: Planned = {
    by,
    status: 'in_review',
    comment: random.pick(reviewWords.sampling),
    afterHours: 120,
  }
  const decision: Planned = agrees
    ? { by, ...(status && { status }), disposition, comment: random.pick(same), afterHours: 5 }
    : {
        by,
        status: 'resolved',
        disposition: otherwise[disposition] ?? 'questionable',
        comment: random.pick(different),
        afterHours: 5,
      }
  return [reading, decision]
}

function decide(event: ReviewedEvent, by: string, random: Random): Planned {
  const nature = event.nature ?? 'false'
  const words = reviewWords.decisions[event.policyKey]?.[nature] ?? reviewWords.plainly[nature]
  const comment = named(random.pick(fitting(words, event)), event)
  if (nature === 'false') {
    return { by, status: 'dismissed', disposition: 'false_positive', comment, afterHours: 10 }
  }
  const disposition =
    nature === 'breach' ? 'non_compliant' : random.chance(0.5) ? 'questionable' : 'compliant'
  const decision: Planned = { by, status: 'resolved', disposition, comment, afterHours: 40 }
  return nature === 'breach' && random.chance(0.3)
    ? { ...decision, file: random.pick(['interview', 'register', 'note']) }
    : decision
}

/** Remarks that fit the message, or else those that fit any. */
function fitting(remarks: readonly Remark[], { said }: ReviewedEvent): string[] {
  const closest = remarks.flatMap((remark) =>
    typeof remark !== 'string' && new RegExp(remark.about, 'i').test(said) ? [remark.text] : [],
  )
  return closest.length > 0 ? closest : remarks.filter((remark) => typeof remark === 'string')
}

function named(text: string, { representative }: ReviewedEvent): string {
  return text.replaceAll('{name}', representative)
}

/** Gives the steps their times: one after the other, at office hours. */
function spaced(steps: readonly Planned[], raisedAt: Date, random: Random): ReviewStep[] {
  let clock = raisedAt.getTime()
  return steps.map(({ afterHours, ...step }) => {
    clock = inOffice(clock + afterHours * hourMs * (0.3 + random.next() * 1.6), random)
    return { ...step, at: new Date(clock) }
  })
}

/** `time`, or the next weekday morning. */
function inOffice(time: number, random: Random): number {
  let at = time
  const hour = (at % dayMs) / hourMs
  const arrival = 8.1 + random.next() * 1.7
  if (hour < 8) at += (arrival - hour) * hourMs
  if (hour >= 18) at += (24 + arrival - hour) * hourMs
  const weekday = new Date(at).getUTCDay()
  return at + (weekday === 6 ? 2 : weekday === 0 ? 1 : 0) * dayMs
}
