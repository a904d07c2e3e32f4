/** Names inside a ZIP: readable, none twice on any file system, none that leads out of the folder it is unpacked into. */

/** Longest name of a file or folder, in characters: paths of five of them stay below what Windows takes. */
const LONGEST = 60
/** Names that Windows keeps for devices, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
// What a file system or a terminal reads as something else: separators, wildcards, control and direction characters.
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]+/gu

/** A text as the name of one file or folder, whatever it holds. An extension survives shortening. */
export function safeName(text: string, longest: number = LONGEST): string {
  const clean = text
    .toWellFormed()
    .normalize('NFC')
    .replace(UNSAFE, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\.+/, '_')
  const [, stem = '', extension = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/.exec(clean) ?? []
  const short = Array.from(stem)
    .slice(0, longest - extension.length)
    .join('')
    .replace(/[. ]+$/, '')
  const name = `${short || '_'}${extension}`
  return DEVICE.test(name) ? `_${name}` : name
}

/** Hands out names, by folder. What belongs to one key (a client, a section) keeps one name; two keys never share one. */
export class Names {
  private readonly given = new Map<string, Map<string, string>>()
  private readonly taken = new Map<string, Set<string>>()

  /** The path of `key` in `folder` ('' for the root), called like `wanted` as far as that is free. */
  place(folder: string, wanted: string, key: string): string {
    const given = this.given.get(folder) ?? new Map<string, string>()
    this.given.set(folder, given)
    const known = given.get(key)
    if (known !== undefined) return known
    const taken = this.taken.get(folder) ?? new Set<string>()
    this.taken.set(folder, taken)
    const name = free(safeName(wanted), taken)
    taken.add(folded(name))
    const path = folder ? `${folder}/${name}` : name
    given.set(key, path)
    return path
  }
}

/** File systems differ in what they take for the same name: case, and how accents are written. */
const folded = (name: string): string => name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')

function free(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let candidate = name
  for (let n = 2; taken.has(folded(candidate)); n++) candidate = `${stem} (${n})${extension}`
  return candidate
}
