import { createHmac, scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { sameSecret } from '#platform/crypto.ts'
import { Refusal } from '#platform/refusal.ts'

/** The parameters that derive a backup's key from its passphrase, stored with the backup. They reveal neither. */
interface KeyRecipe {
  readonly cost: number
  readonly salt: string
  /** Distinguishes a wrong passphrase from a damaged file. */
  readonly check: string
}

/** About half a second and 128 MB a guess. */
export const usualCost = 2 ** 17
const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)

export const leastPassphrase = 12

interface PassphraseSettings {
  readonly VERBATIM_BACKUP_PASSPHRASE?: string | undefined
  readonly VERBATIM_BACKUP_KEY_FILE?: string | undefined
}

/** The passphrase for encrypting backups. @throws Refusal if it is missing */
export async function readPassphrase(settings: PassphraseSettings): Promise<string> {
  const { VERBATIM_BACKUP_PASSPHRASE: given, VERBATIM_BACKUP_KEY_FILE: path } = settings
  if (given !== undefined) return given
  if (path === undefined)
    throw new Refusal(
      'A backup contains the secret of the installation, so it is encrypted. Set VERBATIM_BACKUP_PASSPHRASE, or ' +
        'VERBATIM_BACKUP_KEY_FILE to a file that holds the passphrase, and keep it apart from the backups.',
    )
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Refusal(`VERBATIM_BACKUP_KEY_FILE: ${path} cannot be read.`, { cause })
  })
  if (text.trim().length < leastPassphrase)
    throw new Refusal(`VERBATIM_BACKUP_KEY_FILE: ${path} has fewer than ${leastPassphrase} characters.`)
  return text.trim()
}

/** Makes the key of a new backup. */
export async function makeKey(
  passphrase: string,
  salt: Buffer,
  cost: number,
): Promise<{ key: Buffer; recipe: KeyRecipe }> {
  const key = await derive(passphrase, salt, 32, limits(cost))
  return { key, recipe: { cost, salt: salt.toString('base64url'), check: checkOf(key) } }
}

/** @returns The key, or undefined if the passphrase is wrong. */
export async function findKey(passphrase: string, recipe: KeyRecipe): Promise<Buffer | undefined> {
  const key = await derive(passphrase, Buffer.from(recipe.salt, 'base64url'), 32, limits(recipe.cost))
  return sameSecret(checkOf(key), recipe.check) ? key : undefined
}

const limits = (N: number) => ({ N, r: 8, p: 1, maxmem: 256 * 1024 * 1024 })
const checkOf = (key: Buffer) =>
  createHmac('sha256', key).update('verbatim backup passphrase').digest('base64url')
