/** Longest time to wait for a file, in ms. */
const FETCH_WITHIN_MS = 5000

/**
 * Fetches files past the browser's cache, which keeps the files of a version for good: also one that
 * arrived damaged. Never rejects.
 * @param folder path of the version
 * @param known paths of files in it; those that the page has requested are added
 */
export async function refreshFiles(folder: string, known: readonly string[]): Promise<void> {
  const requested = performance.getEntriesByType('resource').map(({ name }) => new URL(name, location.href).pathname)
  const files = new Set([...known, ...requested].filter((path) => path.startsWith(folder)))
  const refresh = async (path: string): Promise<void> => {
    const response = await fetch(path, { cache: 'reload', signal: AbortSignal.timeout(FETCH_WITHIN_MS) })
    // A response is cached when it is complete.
    await response.arrayBuffer()
  }
  await Promise.allSettled([...files].map(refresh))
}
