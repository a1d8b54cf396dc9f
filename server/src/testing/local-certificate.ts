import { generate } from 'selfsigned'
import type { Certificate } from '#platform/certificate.ts'

/** Of a server on this machine: who trusts the certificate trusts the server. */
export async function makeLocalCertificate(other: object = {}): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    algorithm: 'sha256',
    keySize: 2048,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    ...other,
  })
  return { key, cert }
}
