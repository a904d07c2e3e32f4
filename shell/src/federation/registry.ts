import type { RemoteEntry } from '@portal/contract/remotes'

/** The remotes that are live, with what the HTML brought along for them. */
export interface Registry {
  remotes: RemoteEntry[]
  /** Manifests by path: spares the browser a request before it knows what a remote consists of. */
  manifests: Record<string, unknown>
  /** Integrity values (as in `<script integrity>`) of what the federation runtime loads, by path. */
  integrity: Record<string, string>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEntry = (value: unknown): value is RemoteEntry =>
  isRecord(value) &&
  typeof value['name'] === 'string' &&
  typeof value['version'] === 'string' &&
  typeof value['entry'] === 'string' &&
  typeof value['contract'] === 'string' &&
  typeof value['sdk'] === 'string' &&
  Array.isArray(value['routes']) &&
  (value['role'] === 'bookkeeper' || value['role'] === 'client')

const texts = (value: unknown): Record<string, string> =>
  isRecord(value)
    ? Object.fromEntries(Object.entries(value).filter((e): e is [string, string] => typeof e[1] === 'string'))
    : {}

/** Reads a registry from JSON. An entry it does not understand is left out: it costs its own part, not the shell. */
function parse(json: unknown): Registry {
  if (!isRecord(json) || !Array.isArray(json['remotes'])) throw new Error('The registry of remotes cannot be read.')
  return {
    remotes: json['remotes'].filter(isEntry),
    manifests: isRecord(json['manifests']) ? json['manifests'] : {},
    integrity: texts(json['integrity']),
  }
}

/** Asks the worker for the registry as it is now. Rejects when there is no answer within 10 s, or no registry in it. */
export async function fetchRegistry(): Promise<Registry> {
  const response = await fetch('/api/remotes', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  if (!response.ok) throw new Error(`The registry of remotes answered ${response.status}.`)
  return parse(await response.json())
}

/**
 * The registry that came with the HTML; where there is none (development), the worker's. Never rejects: without a registry
 * the shell's own pages still work.
 */
export async function loadRegistry(): Promise<Registry> {
  try {
    const inline = document.getElementById('remotes')?.textContent
    return inline ? parse(JSON.parse(inline)) : await fetchRegistry()
  } catch (error) {
    console.error(error)
    return { remotes: [], manifests: {}, integrity: {} }
  }
}
