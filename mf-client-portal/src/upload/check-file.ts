import { contentMatches, extensionOf, SNIFF_BYTES } from '@portal/contract/files'

/**
 * What is wrong with the content of a file, as a sentence, or `undefined`. Reads its first bytes only. Name, size and number
 * are judged before, where the file is chosen.
 */
export async function contentProblem(file: File): Promise<string | undefined> {
  let head: Uint8Array
  try {
    head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer())
  } catch {
    return 'The file could not be read from this device.'
  }
  if (head.length === 0) return 'The file is empty.'
  return contentMatches(extensionOf(file.name), head) ? undefined : 'The content of the file is not what its name says.'
}

/** Sorts files into new ones and those of which one with the same name and size is there already, or among them twice. */
export function splitDuplicates(
  files: readonly File[],
  there: readonly { name: string; size: number }[],
): { fresh: File[]; duplicates: File[] } {
  const known = new Set(there.map(({ name, size }) => `${size} ${name}`))
  const fresh: File[] = []
  const duplicates: File[] = []
  for (const file of files) {
    const id = `${file.size} ${file.name}`
    if (known.has(id)) duplicates.push(file)
    else fresh.push(file)
    known.add(id)
  }
  return { fresh, duplicates }
}
