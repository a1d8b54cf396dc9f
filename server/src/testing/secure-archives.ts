import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type FakeArchive, openFakeArchive } from './fakes/archive.ts'
import { makeLocalCertificate } from './local-certificate.ts'

interface SecureArchive {
  /** Who trusts this trusts the archive. */
  readonly ca: string
  readonly archive: FakeArchive
}

interface SecureArchives {
  /** With a certificate for localhost. */
  readonly valid: SecureArchive
  /** With one that is no longer valid. */
  readonly expired: SecureArchive
  readonly user: string
  /** The passwords that they accept: before each test, `right`. */
  readonly tokens: Set<string>
}

const user = 'archive@acme.example'

/** Archives that want to be signed in to, over TLS. */
export function useSecureArchives(): SecureArchives {
  const tokens = new Set<string>()
  const archives = { user, tokens } as SecureArchives
  const all = () => [archives.valid, archives.expired].filter((one) => one !== undefined)
  beforeAll(async () => {
    const [valid, expired] = await Promise.all([
      openSecureArchive(tokens),
      openSecureArchive(tokens, { notAfterDate: new Date('2026-01-01') }),
    ])
    Object.assign(archives, { valid, expired })
  }, 60_000)
  beforeEach(() => {
    tokens.clear()
    tokens.add('right')
    for (const { archive } of all()) archive.clear()
  })
  afterAll(async () => {
    for (const { archive } of all()) await archive.close()
  })
  return archives
}

async function openSecureArchive(tokens: Set<string>, other: object = {}): Promise<SecureArchive> {
  const { key, cert } = await makeLocalCertificate(other)
  return { ca: cert, archive: await openFakeArchive({ key, cert, user, tokens }) }
}
