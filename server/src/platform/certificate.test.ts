import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCertificate } from './certificate.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certificate-'))
})
afterAll(() => rm(folder, { recursive: true }))

const now = new Date('2026-05-14T08:00:00Z')

test('a certificate is made once, for the host, and only its owner can read the key', async () => {
  const made = await ownCertificate(folder, 'journal.acme.test', now)
  expect(await ownCertificate(folder, 'journal.acme.test', now)).toEqual(made)
  const found = new X509Certificate(made.cert)
  expect(found.checkHost('journal.acme.test')).toBe('journal.acme.test')
  expect((await stat(join(folder, 'smtp-intake.key'))).mode & 0o077).toBe(0)
})

test('it is renewed for another name, before it expires, and if it cannot be read', async () => {
  const first = await ownCertificate(folder, 'a.acme.test', now)
  const renamed = await ownCertificate(folder, 'b.acme.test', now)
  expect(renamed.cert).not.toBe(first.cert)
  const later = await ownCertificate(folder, 'b.acme.test', new Date('2028-05-01'))
  expect(later.cert).not.toBe(renamed.cert)
  await writeFile(join(folder, 'smtp-intake.crt'), 'broken')
  expect((await ownCertificate(folder, 'b.acme.test', now)).cert).toContain('BEGIN CERTIFICATE')
})
