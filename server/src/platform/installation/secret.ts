import { createHmac, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile, syncFolder } from '#platform/paths.ts'
import { Refusal } from '#platform/refusal.ts'

/** The file in a home with the installation's one secret, from which the others are derived. */
export const secretFileOf = (home: string) => join(home, 'secret')

/** The file of the next secret during a rotation; removed last, so that the rotation can be resumed. */
export const nextSecretFileOf = (home: string) => join(home, 'secret.next')

/**
 * Reads the installation's one secret: 32 bytes that leave the machine only in a backup.
 * @throws Refusal if it is missing, or the file is invalid.
 */
export async function readInstallationSecret(home: string): Promise<Buffer> {
  const secret = await findInstallationSecret(home)
  if (!secret) throw new Refusal(`${secretFileOf(home)} is missing. Restore it from a backup.`)
  return secret
}

/** The same, undefined if it is missing. @throws Refusal if the file is invalid. */
export function findInstallationSecret(home: string): Promise<Buffer | undefined> {
  return findSecret(secretFileOf(home))
}

async function findSecret(path: string): Promise<Buffer | undefined> {
  const text = await readFile(path, 'utf8').catch(ifMissing)
  if (text === undefined) return undefined
  const secret = Buffer.from(text.trim(), 'base64url')
  if (secret.length !== 32) throw new Refusal(`${path} does not hold a secret. Restore it from a backup.`)
  return secret
}

/** The next secret of an installation; after an interrupted rotation, the one that it had started with. */
export async function ensureNextSecret(home: string): Promise<{ next: Buffer; wasBegun: boolean }> {
  const path = nextSecretFileOf(home)
  const begun = await findSecret(path)
  const next = begun ?? randomBytes(32)
  if (!begun) await replaceFile(path, textOf(next))
  return { next, wasBegun: begun !== undefined }
}

/** Removes the next secret at the end of a rotation. What it replaced must be on disk. */
export async function removeNextSecret(home: string): Promise<void> {
  await rm(nextSecretFileOf(home), { force: true })
  await syncFolder(home)
}

/** Replaces the secret. Repeating it changes nothing. */
export function replaceSecret(home: string, secret: Uint8Array): Promise<void> {
  return replaceFile(secretFileOf(home), textOf(secret))
}

const textOf = (secret: Uint8Array) => `${Buffer.from(secret).toString('base64url')}\n`

/**
 * Reads the secret of a home, and creates it if it is missing; only for an installation that is known to be new. Two first
 * starts at once agree on one secret.
 */
export async function ensureInstallationSecret(home: string): Promise<Buffer> {
  return (await findInstallationSecret(home)) ?? keepInstallationSecret(home, randomBytes(32))
}

/** Writes a secret into a home without one. @returns The one in the home afterwards. */
export async function keepInstallationSecret(home: string, secret: Uint8Array): Promise<Buffer> {
  const path = secretFileOf(home)
  await mkdir(home, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, textOf(secret), { mode: 0o600, flush: true })
  // A link does not replace a file that another start has written in between.
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(unfinished, { force: true })
  await syncFolder(home)
  return readInstallationSecret(home)
}

/** A password or key for one purpose, the same at every start, that reveals neither the secret nor the others. */
export function deriveSecret(secret: Buffer, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest()
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
