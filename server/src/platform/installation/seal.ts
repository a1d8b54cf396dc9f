import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { deriveSecret } from '#platform/installation/secret.ts'
import { replaceFile } from '#platform/paths.ts'
import { Refusal } from '#platform/refusal.ts'

/** The identity of an installation: its ID, sealed with its secret. It does not reveal the secret. */
export interface Seal {
  readonly id: string
  readonly seal: Buffer
}

/** The values by which database and home recognize each other. */
export function sealOf(secret: Buffer, id: string): Seal {
  const key = deriveSecret(secret, 'installation')
  return { id, seal: createHmac('sha256', key).update(`installation ${id}`).digest() }
}

/** Whether a seal was made with this secret. */
export function isSealedWith({ id, seal }: Seal, secret: Buffer): boolean {
  const expected = sealOf(secret, id).seal
  return seal.length === expected.length && timingSafeEqual(seal, expected)
}

/** A home's record of its installation, from the moment that its database is sealed. */
export interface HomeMark extends Seal {
  /** The place of its records: in the home, or at `DATABASE_URL`. */
  readonly database: 'embedded' | 'own'
}

const MarkFile = z.object({
  id: z.uuid(),
  seal: z.base64url().transform((text) => Buffer.from(text, 'base64url')),
  database: z.enum(['embedded', 'own']),
})

export const markFileOf = (home: string) => join(home, 'installation.json')

/** @throws Refusal if the file is invalid. */
export async function readMark(home: string): Promise<HomeMark | undefined> {
  const path = markFileOf(home)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return undefined
  })
  if (text === undefined) return undefined
  try {
    return MarkFile.parse(JSON.parse(text))
  } catch (cause) {
    throw new Refusal(`${path} is damaged. Restore it from a backup.`, { cause })
  }
}

/** Writes completely or not at all, and resolves when it is on disk. */
export async function writeMark(home: string, { id, seal, database }: HomeMark): Promise<void> {
  const text = JSON.stringify({ id, seal: seal.toString('base64url'), database })
  await replaceFile(markFileOf(home), `${text}\n`)
}
