import { ApiError, networkError, problemOf } from './errors.ts'
import { portalFetch } from './http.ts'
import { freshSession, refreshSession } from './session-refresh.ts'
import { toastProblem, toastSuccess } from './toasts.ts'

/** Progress of an upload, in bytes. */
export interface UploadProgress {
  sent: number
  total: number
}

/** Returns how much of an upload has arrived, from 0 to 1. */
export const uploadedShare = (sent: number, total: number): number => (total > 0 ? Math.min(1, sent / total) : 0)

export interface UploadOptions {
  onProgress?: ((progress: UploadProgress) => void) | undefined
  signal?: AbortSignal | undefined
  idempotencyKey?: string | undefined
  method?: 'POST' | 'PUT' | undefined
}

function put(path: string, file: Blob, token: string | undefined, options: UploadOptions): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal, onProgress } = options
    if (signal?.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    request.open(options.method ?? 'POST', path)
    request.setRequestHeader('content-type', file.type || 'application/octet-stream')
    request.setRequestHeader('accept', 'application/json')
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    if (options.idempotencyKey) request.setRequestHeader('idempotency-key', options.idempotencyKey)
    request.upload.onprogress = (event) => onProgress?.({ sent: event.loaded, total: event.total || file.size })
    request.onload = () => {
      const retryAfter = request.getResponseHeader('retry-after')
      const headers = retryAfter === null ? {} : { 'retry-after': retryAfter }
      resolve(new Response(request.responseText, { status: request.status, headers }))
    }
    request.onerror = () => reject(networkError())
    request.onabort = () => reject(signal?.reason ?? new DOMException('Aborted', 'AbortError'))
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    signal?.addEventListener('abort', abort)
    request.send(file)
  })
}

/**
 * Sends a file as the body of a request and returns the parsed response. Unlike `fetch`, reports
 * progress. Throws `ApiError`, or the signal's reason if aborted. `path` starts with `/api/`.
 */
export async function uploadFile<T>(path: string, file: Blob, options: UploadOptions = {}): Promise<T> {
  const session = await freshSession()
  let response = await put(path, file, session?.access_token, options)
  if (response.status === 401 && session) {
    const renewed = await refreshSession(session.access_token)
    if (renewed) response = await put(path, file, renewed.access_token, options)
  }
  if (!response.ok) throw await problemOf(response)
  try {
    return (await response.json()) as T
  } catch {
    throw new ApiError({
      code: 'unknown',
      title: 'Upload failed',
      detail: 'Please try again.',
      status: response.status,
    })
  }
}

/** Fetches a file that requires a session. Throws `ApiError`. */
export async function fetchBlob(path: string, signal?: AbortSignal): Promise<Blob> {
  const response = await portalFetch(path, signal ? { signal } : {})
  if (!response.ok) throw await problemOf(response)
  return response.blob()
}

async function fetchPosted(path: string, body: unknown): Promise<Blob> {
  const headers = { 'content-type': 'application/json' }
  const response = await portalFetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw await problemOf(response)
  return response.blob()
}

/** Downloads a file that requires a session, under the name `name`. A `body` is posted as JSON. Throws `ApiError`. */
export async function downloadFile(path: string, name: string, body?: unknown): Promise<void> {
  saveBlob(await (body === undefined ? fetchBlob(path) : fetchPosted(path, body)), name)
}

/** Downloads a stored file and shows the outcome in a toast. Never rejects. */
export async function downloadStoredFile(file: { id: string; name: string }): Promise<void> {
  try {
    await downloadFile(`/api/files/${encodeURIComponent(file.id)}`, file.name)
    toastSuccess('Download started', file.name)
  } catch (error) {
    toastProblem(error, 'Download failed', { message: 'Please try again' })
  }
}

/** Downloads an address under the name `name`. */
export function saveFrom(address: string, name: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Saves a blob as a download named `name`. */
export function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  saveFrom(address, name)
  // The browser reads the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
