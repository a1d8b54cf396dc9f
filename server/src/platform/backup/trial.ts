/*
 * What the trial restore of a backup found, in the file `trial` beside its parts. It is no part of the backup, which is complete
 * before it is tried, and it can be made again.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { replaceFile } from '#platform/paths.ts'
import { Refusal } from '#platform/refusal.ts'
import { Damaged } from './sealed-file.ts'

const Trial = z.object({
  triedAt: z.iso.datetime(),
  /** Why it cannot be restored; undefined if every row and file was. */
  failure: z.string().optional(),
  /** Which file the machine could not read then. Perhaps it can be restored, and the next backup does not add to it. */
  unread: z.string().optional(),
})
export type Trial = z.infer<typeof Trial>

/** A backup that does not give back what was backed up. */
export class Unsound extends Refusal {
  override name = 'Unsound'
}

/** Whether a trial failed because of the backup, and not because of this machine, such as for a disk without room. */
export function isUnsound(error: unknown): error is Error {
  // Values that their types, keys or references refuse.
  const isRefused = error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
  return isRefused || error instanceof Damaged || error instanceof Unsound
}

const trialOf = (folder: string) => join(folder, 'trial')

export const writeTrial = (folder: string, trial: Trial) =>
  replaceFile(trialOf(folder), `${JSON.stringify(trial)}\n`)

/** A mark that was cut or changed, or cannot be read, says nothing of the backup: it must not be in the way of a restore. */
export async function readTrial(folder: string): Promise<Trial | undefined> {
  try {
    return Trial.parse(JSON.parse(await readFile(trialOf(folder), 'utf8')))
  } catch {
    return undefined
  }
}
