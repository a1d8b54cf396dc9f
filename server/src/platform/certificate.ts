import { dayMs } from '@verbatim/contract/durations.ts'
import { X509Certificate } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

const yearMs = 365 * dayMs

/**
 * The certificate of a listener without a configured one: created once for `hostName`, stored in `folder`, and renewed a month
 * before it expires or when the name changes. It is self-signed, and protects mail from being read in transit.
 */
export async function ownCertificate(folder: string, hostName: string, now: Date): Promise<Certificate> {
  const paths = { key: join(folder, 'smtp-intake.key'), cert: ownPath(folder) }
  const kept = await readKept(paths)
  if (kept && isUsable(kept, hostName, now)) return kept

  // Not at each start, because it brings 200 modules: a tenth of the time that loading the intake takes.
  const { generate } = await import('selfsigned')
  const made = await generate([{ name: 'commonName', value: hostName }], {
    algorithm: 'sha256',
    keySize: 2048, // RSA, because old mail servers connect here too
    notBeforeDate: new Date(now.getTime() - dayMs),
    notAfterDate: new Date(now.getTime() + 2 * yearMs),
  })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await replace(paths.key, made.private)
  await replace(paths.cert, made.cert)
  return { key: made.private, cert: made.cert }
}

const ownPath = (folder: string) => join(folder, 'smtp-intake.crt')

interface FoundCertificate {
  /** In PEM form, without its chain. */
  readonly text: string
  readonly sha256: string
  readonly validTo: string
}

/** The certificate that a listener shows: the configured one, or the one that was made. Undefined if it cannot be read here. */
export async function findCertificate(
  configured: string | undefined,
  folder: string,
): Promise<FoundCertificate | undefined> {
  try {
    const found = new X509Certificate(await readFile(configured ?? ownPath(folder)))
    const validTo = new Date(Date.parse(found.validTo)).toISOString()
    return { text: found.toString(), sha256: found.fingerprint256, validTo }
  } catch {
    return undefined
  }
}

async function readKept(paths: Certificate): Promise<Certificate | undefined> {
  try {
    const [key, cert] = await Promise.all([readFile(paths.key, 'utf8'), readFile(paths.cert, 'utf8')])
    return { key, cert }
  } catch {
    return undefined
  }
}

function isUsable({ cert }: Certificate, hostName: string, now: Date): boolean {
  try {
    const found = new X509Certificate(cert)
    const endsAt = Date.parse(found.validTo)
    return found.subject.includes(`CN=${hostName}`) && endsAt - now.getTime() > yearMs / 12
  } catch {
    return false
  }
}

/** Complete or not at all, and readable only by the owner. */
async function replace(path: string, content: string): Promise<void> {
  await writeFile(`${path}.new`, content, { mode: 0o600 })
  await rename(`${path}.new`, path)
}
