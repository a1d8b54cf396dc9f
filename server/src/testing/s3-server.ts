import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { isThere } from '#platform/paths.ts'
import type { Bucket } from '#platform/files/s3-store.ts'

export interface S3Server extends AsyncDisposable {
  readonly bucket: Bucket & { readonly endpoint: string }
  /** The folder of its objects. */
  readonly folder: string
  /** As environment variables. */
  readonly env: NodeJS.ProcessEnv
}

/** A real S3 server on this machine, which checks signatures, with one empty bucket. */
export async function openS3Server(port = 0): Promise<S3Server> {
  const folder = await mkdtemp(join(tmpdir(), 'verbatim-s3-'))
  const name = 'verbatim-files'
  const server = new S3rver({
    port,
    address: '127.0.0.1',
    directory: folder,
    silent: true,
    configureBuckets: [{ name, configs: [] }],
  })
  // It signs the address of a bucket without the slash that clients sign; this puts the slash back.
  server.middleware.splice(-1, 0, (ctx, next) => {
    if (/^\/[^/]+\/$/.test(ctx.path)) Object.assign(ctx, { state: { vhost: true }, mountPath: '/' })
    return next()
  })
  // It ignores the condition that the object does not exist yet.
  server.middleware.splice(-1, 0, async (ctx, next) => {
    const object = join(folder, `${decodeURIComponent(ctx.path)}._S3rver_object`)
    if (ctx.method !== 'PUT' || ctx.get('if-none-match') !== '*' || !(await isThere(object))) return next()
    ctx.req.resume()
    ctx.status = 412
  })
  const { port: opened } = (await server.run()) as AddressInfo
  const bucket = {
    name,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${opened}`,
    // The only credentials that this server knows.
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  }
  return {
    bucket,
    folder,
    env: {
      BLOBS_S3_BUCKET: bucket.name,
      BLOBS_S3_ENDPOINT: bucket.endpoint,
      BLOBS_S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
      BLOBS_S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
