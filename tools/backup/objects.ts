import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Miniflare } from 'miniflare'
import { StartError } from '../command/start-error.ts'

/** An object in a listing. */
export interface StoredObject {
  key: string
  size: number
  etag: string
}
export interface ObjectContent {
  body: Uint8Array
  contentType: string
  cacheControl: string
}

/** A bucket on this machine or on R2. */
export interface Bucket {
  list(): AsyncGenerator<StoredObject>
  /** Resolves to undefined if the object no longer exists. */
  get(key: string): Promise<ObjectContent | undefined>
  put(key: string, content: ObjectContent): Promise<void>
  remove(key: string): Promise<void>
}

/** Opens a bucket of the portal on this machine. */
export async function localBucket(miniflare: Miniflare, binding: string): Promise<Bucket> {
  const bucket = await miniflare.getR2Bucket(binding)
  return {
    async *list() {
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await bucket.list(cursor ? { cursor } : {})
        for (const { key, size, etag } of page.objects) yield { key, size, etag }
        more = page.truncated
        cursor = page.truncated ? page.cursor : undefined
      }
    },
    async get(key) {
      const object = await bucket.get(key)
      if (!object) return undefined
      const { contentType = 'application/octet-stream', cacheControl = '' } = object.httpMetadata ?? {}
      return { body: new Uint8Array(await object.arrayBuffer()), contentType, cacheControl }
    },
    async put(key, { body, contentType, cacheControl }) {
      await bucket.put(key, body, { httpMetadata: { contentType, ...(cacheControl ? { cacheControl } : {}) } })
    },
    remove: (key) => bucket.delete(key),
  }
}

/** Credentials for the S3 API of R2. */
export interface S3Access {
  /** https://<account>.r2.cloudflarestorage.com */
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
}

/** Returns an error of S3 as a message for the terminal; other errors as they are. */
const messageOf = (bucket: string, error: unknown): unknown =>
  error instanceof S3ServiceException
    ? new StartError(`${bucket} answered ${error.$metadata.httpStatusCode ?? 'nothing'}: ${error.message}`)
    : error

/** Returns a bucket of R2, accessed through its S3 API. */
export function s3Bucket({ endpoint, accessKeyId, secretAccessKey }: S3Access, name: string): Bucket {
  const client = new S3Client({
    endpoint,
    region: 'auto',
    credentials: { accessKeyId, secretAccessKey },
    // The bucket is part of the path, because an endpoint can be an IP address.
    forcePathStyle: true,
    maxAttempts: 6,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const attempt = <T>(request: Promise<T>): Promise<T> =>
    request.catch((error: unknown) => {
      throw messageOf(name, error)
    })
  return {
    async *list() {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name }))
          for (const { Key = '', Size = 0, ETag = '' } of Contents)
            yield { key: Key, size: Size, etag: ETag.replaceAll('"', '') }
      } catch (error) {
        throw messageOf(name, error)
      }
    },
    async get(key) {
      const request = client.send(new GetObjectCommand({ Bucket: name, Key: key })).catch((error: unknown) => {
        if (error instanceof NoSuchKey) return undefined
        throw error
      })
      const object = await attempt(request)
      return (
        object && {
          body: (await object.Body?.transformToByteArray()) ?? new Uint8Array(),
          contentType: object.ContentType ?? 'application/octet-stream',
          cacheControl: object.CacheControl ?? '',
        }
      )
    },
    async put(key, { body, contentType, cacheControl }) {
      const headers = { ContentType: contentType, ...(cacheControl ? { CacheControl: cacheControl } : {}) }
      await attempt(client.send(new PutObjectCommand({ Bucket: name, Key: key, Body: body, ...headers })))
    },
    async remove(key) {
      await attempt(client.send(new DeleteObjectCommand({ Bucket: name, Key: key })))
    },
  }
}
