/** Runs two actions at once, many times. `npm run races` runs all rounds; `npm test` runs one. */
import { env } from 'node:process'
import type { UserId } from '@verbatim/contract/ids.ts'
import { isWhole } from '@verbatim/reference/share.ts'
import { findActor } from '#domains/permissions/actors.ts'
import { byVerbatim } from '#domains/audit/commands.ts'
import { createUsers } from '#domains/users/commands.ts'
import type { Actor } from '#kernel/actor.ts'
import { Failure } from '#kernel/failure.ts'
import { newId } from '#kernel/uuid.ts'
import { inTenant, openDb, type TenantTx } from '#platform/db.ts'
import { openTestDatabase } from './database.ts'
import { openWorld, type World, type WorldTenant } from './world.ts'

/** The number of rounds; a full campaign has 200. */
export const rounds = Number(env['RACES'] ?? 1)
/** Pairs that race at the same time. */
export const pairs = isWhole || env['RACES'] ? 50 : 10
export const campaignMs = 1_800_000
export const range = Array.from({ length: pairs }, (_, pair) => pair)

export type Side = (pair: number) => (tx: TenantTx) => Promise<unknown>

/** An organization in which many users act at the same time, with enough connections for them. */
export interface Track extends AsyncDisposable {
  readonly world: World
  readonly ours: WorldTenant
  readonly actor: Actor
  readonly now: Date
  write<T>(work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Runs the two sides of every pair at once, and returns each pair's outcomes, sorted: `done` or the failure's code. */
  race(left: Side, right: Side): Promise<string[][]>
  /** As many people as pairs. */
  people(
    role: 'analyst' | 'none' | 'super_admin',
    given: Partial<Parameters<typeof createUsers>[2][number]>,
  ): Promise<UserId[]>
}

/** As many connections as the test cluster has for a file. */
const connections = 40

export async function openTrack(): Promise<Track> {
  const database = await openTestDatabase()
  const db = openDb(database.url, { max: connections })
  const world = await openWorld(database.url)
  const ours = await world.makeTenant('ours')
  const now = new Date()
  const inTurn = openTurnstile(connections)
  const write: Track['write'] = (work) => inTurn(() => inTenant(db, ours.id, work))
  const outcome = (work: (tx: TenantTx) => Promise<unknown>): Promise<string> =>
    write(work).then(
      () => 'done',
      (error: unknown) => {
        if (error instanceof Failure) return error.code
        throw error
      },
    )
  return {
    world,
    ours,
    actor: (await write((tx) => findActor(tx, ours.users.super_admin)))!,
    now,
    write,
    async race(left, right) {
      const outcomes = await Promise.all(
        range.map((pair) => Promise.all([outcome(left(pair)), outcome(right(pair))])),
      )
      return outcomes.map((pair) => pair.toSorted())
    },
    async people(role, given) {
      const ids = range.map(() => newId<UserId>(now))
      const named = ids.map((id) => ({
        id,
        email: `${id}@ours.example`,
        firstName: 'Racer',
        lastName: id.slice(-6),
        role,
        ...given,
      }))
      await write((tx) => createUsers(tx, byVerbatim, named, world.ctx.now()))
      return ids
    },
    async [Symbol.asyncDispose]() {
      await db.destroy()
      await world[Symbol.asyncDispose]()
      await database.close()
    },
  }
}

/** Admits this many at once. Waiting here has no time limit, but waiting for a connection does. */
function openTurnstile(places: number) {
  const waiting: (() => void)[] = []
  let free = places
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((enter) => waiting.push(enter))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
