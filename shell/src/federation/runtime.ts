import type { RemoteEntry } from '@portal/contract/remotes'
import { loadScript, preload } from './files.ts'
import { libraryOf } from './libraries.ts'
import { addressesOf, type Manifest, readManifest } from './manifest.ts'
import type { Registry } from './registry.ts'

/**
 * The host's side of the federation protocol (docs/decisions/0023). Remotes are built without a
 * runtime core and expect it at a global variable. This implements only the part of it that they
 * use when all shared libraries come from the host.
 */

/**
 * Libraries that a container needs in full, by its identifier; undefined if its manifest does not
 * list them.
 */
const wholes = new Map<string, readonly string[] | undefined>()

/** The federation instance that a remote's container sees: its name and its access to shared libraries. */
class Instance {
  readonly name: string
  readonly options: { name: string }
  readonly shareScopeMap: Record<string, unknown> = {}
  readonly #wholes: readonly string[] | undefined

  constructor(options: { name: string }) {
    this.#wholes = wholes.get(options.name)
    this.name = options.name
    this.options = options
  }

  initOptions(): object {
    return this.options
  }
  /** Containers share only the libraries of the shell. */
  initShareScopeMap(): void {}
  initializeSharing(): [] {
    return []
  }
  registerShared(): void {}

  /**
   * Returns the factory of a shared library, or false if the shell does not have it. Versions are
   * checked before a remote is loaded.
   */
  async loadShare(name: string): Promise<(() => unknown) | false> {
    const library = await libraryOf(name, this.#wholes)
    return library ? () => library : false
  }
}

const core = {
  ModuleFederation: Instance,
  CurrentGlobal: { __FEDERATION__: { __INSTANCES__: [] } },
  getGlobalFederationConstructor: () => Instance,
  setGlobalFederationConstructor: () => undefined,
  setGlobalFederationInstance: () => undefined,
  helpers: { global: { getGlobalSnapshotInfoByModuleInfo: () => undefined }, share: {}, utils: {} },
}

/** The container that the entry script of a remote registers. */
interface Container {
  init: (shareScope: object, initScope: unknown[], options: object) => Promise<unknown>
  get: (expose: string) => Promise<() => unknown>
}

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null && 'init' in value && 'get' in value

/** Loads modules of remotes. */
export interface Runtime {
  /**
   * Loads the module `expose` of a registered remote. Rejects if it is not available; a later call
   * tries again.
   */
  load: (remote: string, expose: string) => Promise<unknown>
  /** Switches a remote to this entry: the next load starts from the beginning. */
  replace: (entry: RemoteEntry) => void
  /** Discards a remote that is loaded or still loading, so that the next load starts from the beginning. */
  forget: (remote: string) => void
}

/**
 * Returns the identifier under which an entry script registers its container (see `containerName`
 * of the build preset).
 */
const idOf = (name: string): string => name.replaceAll('-', '_')

async function containerOf(name: string, script: string, integrity: string | undefined): Promise<Container> {
  const scope = globalThis as Record<string, unknown>
  // Another version may have registered its container there.
  scope[idOf(name)] = undefined
  await loadScript(script, integrity)
  const container = scope[idOf(name)]
  if (!isContainer(container)) throw new Error(`${script} did not register a container.`)
  await container.init({}, [], { shareScopeKeys: 'default', shareScopeMap: { default: {} } })
  return container
}

/** A remote that is loading or loaded. */
interface Loading {
  manifest: Manifest
  container: Promise<Container>
}

/** Creates the federation runtime. Call it once per page. */
export function createRuntime({ remotes, manifests, integrity }: Registry): Runtime {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core })
  const entries = new Map(remotes.map((entry) => [entry.name, entry]))
  const loading = new Map<string, Promise<Loading>>()

  const begin = async (entry: RemoteEntry): Promise<Loading> => {
    const manifest = await readManifest(entry.entry, manifests)
    const script = addressesOf(entry.entry, manifest).entry
    wholes.set(idOf(entry.name), manifest.whole)
    return { manifest, container: containerOf(entry.name, script, integrity[script]) }
  }
  const started = (entry: RemoteEntry): Promise<Loading> => {
    const known = loading.get(entry.name)
    if (known) return known
    const fresh = begin(entry)
    loading.set(entry.name, fresh)
    const drop = (): void => {
      if (loading.get(entry.name) === fresh) loading.delete(entry.name)
    }
    fresh.then(({ container }) => container).catch(drop)
    return fresh
  }
  return {
    load: async (remote, expose) => {
      const entry = entries.get(remote)
      if (!entry) throw new Error(`There is no remote ${remote}.`)
      const { manifest, container } = await started(entry)
      // Load the module's files in parallel with the entry script.
      for (const file of addressesOf(entry.entry, manifest).of(expose)) {
        const expected = integrity[file.href]
        if (expected) preload(file, expected)
      }
      return (await (await container).get(`./${expose}`))()
    },
    replace: (entry) => {
      entries.set(entry.name, entry)
      loading.delete(entry.name)
    },
    forget: (remote) => {
      loading.delete(remote)
    },
  }
}
