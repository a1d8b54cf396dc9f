import type { TenantTx } from '#platform/db.ts'
import { networkOf } from '#platform/network-of.ts'
import { isSpent, spend } from './allowances.ts'
import { isKnownBrowser } from './known-browsers.ts'
import {
  type Attempts,
  clearFailures,
  findAttempts,
  holdName,
  isLocked,
  recordFailure,
  secondStepPlace,
} from './lockout.ts'
import type { Answering } from './sign-in.ts'

/** The place of an attempt: failures at one place do not lock another. */
interface Place {
  readonly name: string
  /** A browser that the person has signed in with. */
  readonly isKnown: boolean
}

/** A password tried for a name, which may not exist. */
interface Trial {
  readonly username: string
  readonly place: Place
  readonly attempts: Attempts | undefined
  /** The attempt is not checked now. */
  readonly isShut: boolean
}

const signIns = ['sign-ins of an hour', 'sign-ins of a day'] as const

/** Finds the place of an attempt. Every other attempt on the name waits until this transaction ends. */
export async function holdPlace(
  tx: TenantTx,
  { ctx, caller }: Pick<Answering, 'ctx' | 'caller'>,
  username: string,
): Promise<Place> {
  await holdName(tx, username)
  if (caller.device && (await isKnownBrowser(tx, caller, username, ctx.now())))
    return { name: `browser ${caller.device.hash.toString('hex')}`, isKnown: true }
  return { name: `address ${networkOf(caller.address ?? '')}`, isKnown: false }
}

/** The same, including attempts still running: a hundred guesses at once count as a hundred. */
export async function holdTrial(tx: TenantTx, answering: Answering, username: string): Promise<Trial> {
  const now = answering.ctx.now()
  const place = await holdPlace(tx, answering, username)
  const attempts = await findAttempts(tx, username, place.name)
  const isShut = isLocked(attempts, now) || (!place.isKnown && (await isSpent(tx, username, signIns, now)))
  return { username, place, attempts, isShut }
}

/** Counts a wrong password. @returns whether the next one has to wait */
export async function recordFailedTrial(
  tx: TenantTx,
  { username, place, attempts }: Trial,
  now: Date,
): Promise<boolean> {
  const after = await recordFailure(tx, { username, place: place.name }, attempts, now)
  if (!place.isKnown) await spend(tx, username, signIns, now)
  return after.lockedUntil !== undefined
}

/** Forgets the failures of this place before the user signed in. Failures of other places stay counted. */
export async function forgetFailures(tx: TenantTx, answering: Answering, username: string): Promise<void> {
  const place = await holdPlace(tx, answering, username)
  await clearFailures(tx, username, [place.name, secondStepPlace])
}
