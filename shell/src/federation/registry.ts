import type { FlagValues } from '@portal/contract/flags'
import { isObject } from '@portal/contract/is-object'
import type { RemoteEntry } from '@portal/contract/remotes'

/** The live remotes, with the data about them that the HTML contains. */
export interface Registry {
  remotes: RemoteEntry[]
  /** Manifests by path, which save the browser a request. */
  manifests: Record<string, unknown>
  /** Integrity values (as in `<script integrity>`) of the files that the federation runtime loads, by path. */
  integrity: Record<string, string>
  /** Values of feature flags for the signed-in person. */
  flags: FlagValues
  /** The version of the shell; undefined in development. */
  shell?: string | undefined
  /** Whether the registry can have other versions and flags after sign-in. */
  targeted: boolean
}

const isEntry = (value: unknown): value is RemoteEntry =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  typeof value['version'] === 'string' &&
  typeof value['entry'] === 'string' &&
  typeof value['contract'] === 'string' &&
  typeof value['sdk'] === 'string' &&
  Array.isArray(value['routes']) &&
  (value['role'] === 'bookkeeper' || value['role'] === 'client')

/** Returns the properties of an object that have a value of a type. */
const valuesOf = <T>(value: unknown, isValue: (entry: unknown) => entry is T): Record<string, T> =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter((e): e is [string, T] => isValue(e[1]))) : {}
const isText = (value: unknown): value is string => typeof value === 'string'
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'

/** Parses a registry. Invalid entries are left out: they must not break the rest of the shell. */
function parse(json: unknown): Registry {
  if (!isObject(json) || !Array.isArray(json['remotes'])) throw new Error('The registry of remotes cannot be read.')
  return {
    remotes: json['remotes'].filter(isEntry),
    manifests: isObject(json['manifests']) ? json['manifests'] : {},
    integrity: valuesOf(json['integrity'], isText),
    flags: valuesOf(json['flags'], isFlag),
    shell: isText(json['shell']) ? json['shell'] : undefined,
    targeted: json['targeted'] === true,
  }
}

/** Fetches the current registry from the worker. Rejects without a valid response within 10 s. */
export async function fetchRegistry(): Promise<Registry> {
  const response = await fetch('/api/remotes', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`The registry of remotes responded with ${response.status}.`)
  return parse(await response.json())
}

/**
 * Returns the registry in the HTML, or in development the worker's. Never rejects: the shell's own
 * pages work without a registry.
 */
export async function loadRegistry(): Promise<Registry> {
  try {
    const inline = document.getElementById('remotes')?.textContent
    return inline ? parse(JSON.parse(inline)) : await fetchRegistry()
  } catch (error) {
    console.error(error)
    return { remotes: [], manifests: {}, integrity: {}, flags: {}, targeted: false }
  }
}
