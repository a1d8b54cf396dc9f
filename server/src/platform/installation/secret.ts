import { createHmac, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
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
  if (!begun) await writeSecret(path, next)
  return { next, wasBegun: begun !== undefined }
}

/** Replaces the secret. Repeating it changes nothing. */
export function replaceSecret(home: string, secret: Uint8Array): Promise<void> {
  return writeSecret(secretFileOf(home), secret)
}

/** Writes completely or not at all, and resolves when it is on disk. */
async function writeSecret(path: string, secret: Uint8Array): Promise<void> {
  await rename(await writeUnfinished(path, secret), path)
}

/** @returns The path of the secret on disk, next to its final place. */
async function writeUnfinished(path: string, secret: Uint8Array): Promise<string> {
  const unfinished = `${path}.${process.pid}`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(`${Buffer.from(secret).toString('base64url')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return unfinished
}

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
  const unfinished = await writeUnfinished(path, secret)
  // A link does not replace a file that another start has written in between.
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(unfinished, { force: true })
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
