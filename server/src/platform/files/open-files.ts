import type { Config } from '#platform/config.ts'
import { openFolderStore } from './folder-store.ts'
import type { Bucket } from './s3-store.ts'
import type { FileStore } from './store.ts'

/** Opens the store that the configuration names: a bucket, or a folder. */
export async function openFiles(config: Config): Promise<FileStore & { close?(): void }> {
  const bucket = bucketOf(config)
  if (!bucket) return openFolderStore(config.BLOBS_FOLDER)
  // Loaded only if needed: it takes megabytes that an installation with files in a folder can save.
  return (await import('./s3-store.ts')).openS3Store(bucket)
}

function bucketOf(config: Config): Bucket | undefined {
  const { BLOBS_S3_BUCKET: name, BLOBS_S3_ACCESS_KEY_ID: id, BLOBS_S3_SECRET_ACCESS_KEY: secret } = config
  if (name === undefined) return undefined
  return {
    name,
    region: config.BLOBS_S3_REGION,
    endpoint: config.BLOBS_S3_ENDPOINT,
    prefix: config.BLOBS_S3_PREFIX,
    credentials: id && secret ? { accessKeyId: id, secretAccessKey: secret } : undefined,
  }
}
