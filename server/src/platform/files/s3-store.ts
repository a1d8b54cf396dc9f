import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { FileMissing, StoreAway } from './failures.ts'
import { guarded } from './guarded.ts'
import { type ByteRange, type FilePlace, type FileStore, pathOf } from './store.ts'

export interface Bucket {
  readonly name: string
  readonly region: string
  /** For buckets outside AWS. */
  readonly endpoint?: string | undefined
  /** The prefix of every key. */
  readonly prefix?: string | undefined
  /** Without them, the machine's role is used. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
}

/** The size of parts of an upload; the protocol requires at least 5 MiB. */
const partBytes = 8 * 1024 * 1024

/**
 * Files as objects of a bucket that all nodes share. An object exists once its upload is complete, even if the process then
 * ends. The bucket must expire the parts of interrupted uploads: give it a lifecycle rule that aborts incomplete uploads.
 */
export function openS3Store(bucket: Bucket): FileStore & { close(): void } {
  const client = clientOf(bucket)
  const prefix = bucket.prefix ? `${bucket.prefix.replace(/^\/+|\/+$/g, '')}/` : ''
  const at = (place: FilePlace) => ({ Bucket: bucket.name, Key: prefix + pathOf(place) })

  async function find(place: FilePlace) {
    const found = await orAway(async () => {
      const head = await client.send(new HeadObjectCommand(at(place))).catch(ifMissing)
      // An answer without a body cannot say which of the two is missing.
      if (!head) await client.send(new HeadBucketCommand({ Bucket: bucket.name }))
      return head
    })
    return (
      found && {
        name: place.name,
        sizeBytes: found.ContentLength ?? 0,
        writtenAt: found.LastModified ?? new Date(0),
      }
    )
  }

  async function putWhole(place: FilePlace, body: Uint8Array, condition: { IfNoneMatch?: '*' } = {}) {
    const command = new PutObjectCommand({ ...at(place), Body: body, ...sumOf(body), ...condition })
    await orAway(() => client.send(command))
  }

  return {
    find,
    async put(place, body) {
      if (body instanceof Uint8Array) return putWhole(place, body)
      await putParts(client, at(place), inParts(body), (only) => putWhole(place, only))
    },
    async putOnce(place, body) {
      const found = await find(place)
      if (found?.sizeBytes === body.byteLength) return
      // Another size means that something else changed the object.
      if (found) return putWhole(place, body)
      await orAway(() => putWhole(place, body, { IfNoneMatch: '*' }).catch(ifThere))
    },
    async open(place, range) {
      const command = new GetObjectCommand({ ...at(place), ...(range && { Range: rangeOf(range) }) })
      const found = await orAway(() => client.send(command).catch(ifMissing))
      if (!found) throw new FileMissing(pathOf(place))
      return guarded(found.Body as Readable, (error) => new StoreAway(error))
    },
    async *list(tenantId, drawer) {
      const within = `${prefix}${drawer}/${tenantId}/`
      let ContinuationToken: string | undefined
      do {
        const command = new ListObjectsV2Command({ Bucket: bucket.name, Prefix: within, ContinuationToken })
        const page = await orAway(() => client.send(command))
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
          yield { name: Key.slice(within.length), sizeBytes: Size, writtenAt: LastModified }
        ContinuationToken = page.NextContinuationToken
      } while (ContinuationToken !== undefined)
    },
    async remove(place) {
      await orAway(() => client.send(new DeleteObjectCommand(at(place))))
    },
    sweep: () => Promise.resolve(0),
    async probe() {
      const command = new PutObjectCommand({ Bucket: bucket.name, Key: `${prefix}probe`, Body: 'probe' })
      await orAway(() => client.send(command))
    },
    close: () => client.destroy(),
  }
}

function clientOf({ region, endpoint, credentials }: Bucket): S3Client {
  return new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // We compute checksums ourselves; other stores do not know those that the client would add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    maxAttempts: 3,
  })
}

type Target = { readonly Bucket: string; readonly Key: string }

/** Uploads a stream in parts, so that a file of any length needs the memory of one part; a short one in one request. */
async function putParts(
  client: S3Client,
  target: Target,
  parts: AsyncGenerator<Uint8Array>,
  putWhole: (only: Uint8Array) => Promise<void>,
): Promise<void> {
  const first = await parts.next()
  if (first.done || first.value.byteLength < partBytes) return putWhole(first.value ?? new Uint8Array())
  const { UploadId } = await orAway(() => client.send(new CreateMultipartUploadCommand(target)))
  const upload = { ...target, UploadId }
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    const send = async (part: Uint8Array) => {
      const PartNumber = Parts.length + 1
      const command = new UploadPartCommand({ ...upload, PartNumber, Body: part })
      const { ETag } = await orAway(() => client.send(command))
      Parts.push({ ETag, PartNumber })
    }
    await send(first.value)
    for await (const part of parts) await send(part)
    await orAway(() =>
      client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } })),
    )
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {}) // its parts expire by themselves
    throw error
  }
}

/** Full parts, then the rest as the last one. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.byteLength
    if (size < partBytes) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}

const rangeOf = ({ start, end }: ByteRange) => `bytes=${start}-${end ?? ''}`

/** The store refuses an upload that was changed on the way. */
const sumOf = (body: Uint8Array) => ({
  ChecksumSHA256: createHash('sha256').update(body).digest('base64'),
})

async function orAway<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof StoreAway ? error : new StoreAway(error)
  }
}

const statusOf = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode

/** A missing bucket is not a missing file; otherwise everything would seem lost. */
function ifMissing(error: unknown): undefined {
  const isBucket = error instanceof Error && error.name === 'NoSuchBucket'
  if (statusOf(error) !== 404 || isBucket) throw error
}

/** Another node stored the same bytes first. */
function ifThere(error: unknown): void {
  const cause = error instanceof StoreAway ? error.cause : error
  if (statusOf(cause) !== 412) throw error
}
