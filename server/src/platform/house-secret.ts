import { createHmac, randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Reads the installation's one secret, from which the others are derived: 32 bytes that never leave the
 * machine. The first start makes it; two first starts at once agree on one.
 * @throws Error where the file holds something else.
 */
export async function readHouseSecret(home: string): Promise<Buffer> {
  const path = join(home, 'secret')
  const text = (await readFile(path, 'utf8').catch(ifMissing)) ?? (await makeSecret(home, path))
  const secret = Buffer.from(text.trim(), 'base64url')
  if (secret.length !== 32) throw new Error(`${path} does not hold a secret. Restore it from a backup.`)
  return secret
}

/** A password or key for one purpose, the same at every start, that tells nothing of the secret or of the others. */
export function deriveSecret(secret: Buffer, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest()
}

async function makeSecret(home: string, path: string): Promise<string> {
  await mkdir(home, { recursive: true })
  const unfinished = `${path}.${process.pid}`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  // A link does not replace what another start has put there in between.
  await link(unfinished, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(unfinished, { force: true })
  return readFile(path, 'utf8')
}

function ifMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
