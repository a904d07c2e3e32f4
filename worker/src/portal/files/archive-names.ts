import { characters, cleanLine } from '@portal/contract/text'

/** Longest name of a file or folder, in characters. Paths of five names stay below the limit of Windows. */
const MAX_LENGTH = 60
/** Names that Windows reserves for devices, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
// Characters with a meaning for file systems or terminals: separators, wildcards, control and direction characters.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu

/** Turns a text into the name of a file or folder. Shortening keeps the extension. */
export function safeName(text: string, maxLength: number = MAX_LENGTH): string {
  const clean = cleanLine(text.replace(UNSAFE, '_')).replace(/^\.+/, '_')
  const [, stem = '', extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/.exec(clean) ?? []
  const short = characters(stem)
    .slice(0, maxLength - extension.length)
    .join('')
    .replace(/[. ]+$/, '')
  const name = `${short || '_'}${extension}`
  return DEVICE.test(name) ? `_${name}` : name
}

/** Fewest characters of a question in the name of a file. */
const MIN_QUESTION = 12

/** Names a file after its question and its own name. A long question is shortened, so that the file's name stays. */
export function answerFileName(question: string, name: string): string {
  if (!question) return safeName(name)
  const room = Math.max(MAX_LENGTH - ' - '.length - characters(safeName(name)).length, MIN_QUESTION)
  return safeName(`${safeName(question, room)} - ${name}`)
}

/**
 * Assigns unique names per folder of a ZIP. A key, such as a client or section, keeps its name. Names are safe on every
 * file system and never lead out of their folder.
 */
export class ArchiveNames {
  private readonly pathsByKey = new Map<string, Map<string, string>>()
  private readonly takenNames = new Map<string, Set<string>>()

  /** Returns the path of `key` in `folder` ('' for the root), named `wanted` or with a number if that is taken. */
  place(folder: string, wanted: string, key: string): string {
    const paths = this.pathsByKey.get(folder) ?? new Map<string, string>()
    this.pathsByKey.set(folder, paths)
    const known = paths.get(key)
    if (known !== undefined) return known
    const taken = this.takenNames.get(folder) ?? new Set<string>()
    this.takenNames.set(folder, taken)
    const name = uniqueName(safeName(wanted), taken)
    taken.add(folded(name))
    const path = folder ? `${folder}/${name}` : name
    paths.set(key, path)
    return path
  }
}

/** Returns a name for comparison, because file systems differ in case and accent sensitivity. */
const folded = (name: string): string => name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')

/** Returns the name, with a number if it is taken. */
function uniqueName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let candidate = name
  for (let n = 2; taken.has(folded(candidate)); n++) candidate = `${stem} (${n})${extension}`
  return candidate
}
