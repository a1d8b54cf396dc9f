/** Judges texts in the transaction that stores them, however long it takes, and lets other work on the event loop run in between. */
import { setImmediate as othersRan } from 'node:timers/promises'
import { sql } from 'kysely'
import { type CompiledPolicies, type Examined, judge, type Verdict } from '#domains/policies/verdict.ts'
import type { TenantTx } from '#platform/db.ts'
import { type CostlyTexts, onlyExamined } from './costly-texts.ts'

/** Policies, and how texts are judged by them. */
export interface Examining {
  readonly compiled: CompiledPolicies
  readonly costlyTexts: CostlyTexts
  /** Of an earlier transaction with some of these texts, which did not end. */
  readonly verdicts?: SlowVerdicts | undefined
  /** After so long, texts that are not judged yet belong in another transaction; unlimited by default. */
  readonly mostMs?: number | undefined
}

/** Judging took so long that the rest belongs in another transaction. */
export class SlowExamination extends Error {
  override name = 'SlowExamination'
  /** How much of the texts was judged in time: from 0 to 1. */
  readonly share: number

  constructor(share: number) {
    super('Judging the texts of a batch takes too long')
    this.share = share
  }
}

/** Verdicts that took long, so that a transaction with the same texts does not need as long again. */
export interface SlowVerdicts {
  find(compiled: CompiledPolicies, text: Examined): Verdict | undefined
  keep(compiled: CompiledPolicies, text: Examined, verdict: Verdict): void
}

export function openSlowVerdicts(): SlowVerdicts {
  let of: CompiledPolicies | undefined
  const known = new Map<string, Verdict>()
  return {
    find: (compiled, text) =>
      known.size > 0 && compiled === of ? known.get(JSON.stringify(onlyExamined(text))) : undefined,
    keep(compiled, text, verdict) {
      if (compiled !== of) known.clear()
      of = compiled
      known.set(JSON.stringify(onlyExamined(text)), verdict)
    },
  }
}

/** Verdicts that take longer, in milliseconds, are kept. */
const slowMs = 2

/** Steps of a text on the event loop: a fraction of a second at worst. Texts of people need a small part of them. */
const stepsHere = 1_000_000
/** Judging on the event loop, in milliseconds, before other work has its turn. */
const turnMs = 50
/** The database ends a session that is silent for a minute within a transaction. */
const silentMs = 5_000

/** @throws SlowExamination */
export async function judgeByTurns(
  tx: TenantTx,
  { compiled, costlyTexts, verdicts: slow, mostMs = Infinity }: Examining,
  texts: readonly Examined[],
): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const began = performance.now()
  let turnBegan = began
  let spoke = began
  let before = began
  for (const text of texts) {
    const verdict = slow?.find(compiled, text) ?? (await judgeOne(text))
    verdicts.push(verdict)
    const now = performance.now()
    if (now - before > slowMs) slow?.keep(compiled, text, verdict)
    before = now
    if (now - began > mostMs && verdicts.length < texts.length)
      throw new SlowExamination(verdicts.length / texts.length)
    if (now - turnBegan < turnMs) continue
    if (now - spoke > silentMs) {
      await speak(tx)
      spoke = now
    } else await othersRan()
    turnBegan = before = performance.now()
  }
  return verdicts

  async function judgeOne(text: Examined): Promise<Verdict> {
    const here = judge(compiled, text, stepsHere)
    if (!here.ranOut) return here
    // What no thread could judge keeps its findings, and a person reviews the rest.
    return (await whileSpeaking(tx, () => costlyTexts.judge(compiled, text))) ?? here
  }
}

const speak = (tx: TenantTx) => sql`select 1`.execute(tx)

/** Keeps the session of a transaction open while `work` is done elsewhere. */
async function whileSpeaking<T>(tx: TenantTx, work: () => Promise<T>): Promise<T> {
  let speaking: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // What it fails with meets the next statement of the transaction, too.
    speaking = speak(tx).catch(() => {})
  }, silentMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    await speaking
  }
}
